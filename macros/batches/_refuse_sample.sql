{#-
    With --sample, ref() and source() give the rows of some days only, if the relation has an
    event_time. Published as a batch, they would count as all rows.
-#}
{% macro _refuse_sample(relation) %}
    {% if not invocation_args_dict.sample %} {% do return(none) %} {% endif %}
    {% set sampled = daybook._sampled_nodes(model.depends_on.nodes) %}
    {% if sampled %}
        {% call daybook.refuse(relation) %}
            --sample would read a part of {{ sampled | join(", ") }} and publish it as all there is:
            leave the model out (--exclude {{ model.name }}), run it without --sample, or use
            --empty
        {% endcall %}
    {% endif %}
{% endmacro %}

{#- The names of those nodes that dbt samples; an ephemeral model samples what it reads. -#}
{% macro _sampled_nodes(nodes) %}
    {% set sampled = [] %}
    {% for name in nodes %}
        {% set node = graph.nodes.get(name) or graph.sources.get(name) or {} %}
        {% if node.get("config", {}).get("materialized") == "ephemeral" %}
            {% do sampled.extend(daybook._sampled_nodes(node.depends_on.nodes)) %}
        {% elif node.get("config", {}).get("event_time") %}
            {% do sampled.append(node.name) %}
        {% endif %}
    {% endfor %}
    {% do return(sampled | unique | list) %}
{% endmacro %}
