{#-
    The options without which what a macro selects would be published wrongly: of a batched
    model that is run. needed: {option: value}. A list's order does not matter.
-#}
{% macro _require_options(macro_name, needed) %}
    {% if not execute or model.resource_type != "model" %}
        {% do return(none) %}
    {% endif %}
    {% if config.get("materialized") != "batched" %} {% do return(none) %} {% endif %}
    {% set options = daybook._batch_options(this) %}
    {% for name, value in needed.items() %}
        {% set given = options[name] %}
        {% set is_met = (
            given | sort == value | sort
            if value is not string
            else given | string | replace(" ", "") == value | replace(" ", "")
        ) %}
        {% if not is_met %}
            {% do daybook._bad_option(
                this,
                name,
                given,
                macro_name
                ~ " needs "
                ~ name
                ~ "="
                ~ tojson(value)
                ~ " in the model's config",
            ) %}
        {% endif %}
    {% endfor %}
{% endmacro %}
