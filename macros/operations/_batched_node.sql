{#- dbt's node of a batched model, in this project or a package: by its name, its alias, or
    schema.alias. -#}
{% macro _batched_node(model) %}
    {% set nodes, matching = daybook._batched_nodes(), {} %}
    {% set given = daybook._without_backticks(model) | lower %}
    {% for node in nodes %}
        {% set name = node.schema ~ "." ~ node.alias %}
        {% if model in (node.name, node.alias) or given == name | lower %}
            {% do matching.update({name: node}) %}
        {% endif %}
    {% endfor %}
    {% if matching | length == 1 %}
        {% do return(matching.values() | first) %}
    {% endif %}
    {% set models = nodes | map(attribute="name") | sort | join(", ") %}
    {% set message %}
        {% if matching %} {{ model }} may be any of {{ matching | sort | join(", ") }}: name one so
        {% elif model %} no batched model is called {{ model }}; there are: {{ models }}
        {% else %} no model is named, as in --args '{model: fct_orders}'; there are: {{ models }}
        {% endif %}
    {% endset %}
    {% do daybook._raise(message) %}
{% endmacro %}
