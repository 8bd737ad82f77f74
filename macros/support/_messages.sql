{#- What the user is told, with the model's name. An error is not raised while dbt parses: it would
    end every command of the project, and the error is the matter of one model. -#}
{% macro _raise(relation, message) %}
    {% if execute %}
        {% do exceptions.raise_compiler_error(
            "daybook: " ~ relation ~ ": " ~ message
        ) %}
    {% endif %}
{% endmacro %}

{% macro _bad_option(relation, name, value, way_out) %}
    {% do daybook._raise(
        relation,
        name
        ~ "="
        ~ (
            '"' ~ value ~ '"'
            if value is string and value.isprintable()
            else tojson(value, value)
        )
        ~ " can't be used here: "
        ~ way_out,
    ) %}
{% endmacro %}

{% macro _say(relation, message) %}
    {% do print("daybook: " ~ relation.identifier ~ ": " ~ message) %}
{% endmacro %}
