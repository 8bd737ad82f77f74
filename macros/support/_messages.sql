{#-
    Messages for the user: a block of text becomes one line, with the model's name.

        {% call daybook.refuse(this) %}
            its key {{ key }} is NULL in {{ rows }} rows: leave them out in the staging model
        {% endcall %}

    An error is not raised while dbt parses: it would end every command of the project, and it
    concerns one model.
-#}
{% macro refuse(relation) %}
    {% if execute %}
        {% do daybook._raise(relation ~ ": " ~ caller() | trim) %}
    {% endif %}
    {% do return("") %}
{% endmacro %}

{% macro _raise(message) %}
    {% do daybook._stop("daybook: " ~ daybook._one_line(message)) %}
{% endmacro %}

{#- An option or an argument whose value cannot be used; the block is the way out. -#}
{% macro refuse_option(relation, name, value) %}
    {% set way_out = caller() %}
    {% set is_plain = value is string and value.isprintable() %}
    {#- JSON has no dates and no relations. -#}
    {% set is_number = value is number or value is boolean %}
    {% set is_json = value is string or value is none or is_number %}
    {% set shown = daybook.sorted_json(value) if is_json else value | string %}
    {% call daybook.refuse(relation) %}
        invalid value {{ '"' ~ value ~ '"' if is_plain else shown }} for {{ name }}: {{ way_out }}
    {% endcall %}
{% endmacro %}

{% macro tell(relation) %}
    {% do print(
        "daybook: " ~ relation.identifier ~ ": " ~ daybook._one_line(caller())
    ) %}
{% endmacro %}

{#- Only line breaks and the blanks around them go: a value keeps its own. -#}
{% macro _one_line(text) %}
    {% do return(modules.re.sub("\\s*\n\\s*", " ", text) | trim) %}
{% endmacro %}
