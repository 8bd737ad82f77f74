{#-
    With --sample, ref() and source() give the rows of some days only, where the relation has an
    event_time. Published as a batch, they would count as all there are.
-#}
{% macro _refuse_sample(relation) %}
    {% set sampled = (
        daybook._with_event_time(model.depends_on.nodes)
        if adapter.config.args.sample
        else []
    ) %}
    {% if sampled %}
        {% do daybook._raise(
            relation,
            "--sample would read a part of " ~ sampled
            | join(", ")
            ~ " and publish it as all there is: leave the model out (--exclude "
            ~ model.name
            ~ "), run it without --sample, or use --empty",
        ) %}
    {% endif %}
{% endmacro %}

{#- The names of those nodes that dbt samples; an ephemeral model samples what it reads. -#}
{% macro _with_event_time(nodes) %}
    {% set found = [] %}
    {% for name in nodes %}
        {% set node = graph.nodes.get(name) or graph.sources.get(name) or {} %}
        {% if node.get("config", {}).get("materialized") == "ephemeral" %}
            {% do found.extend(daybook._with_event_time(node.depends_on.nodes)) %}
        {% elif node.get("config", {}).get("event_time") %}
            {% do found.append(node.name) %}
        {% endif %}
    {% endfor %}
    {% do return(found | unique | list) %}
{% endmacro %}
