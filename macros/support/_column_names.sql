{#-
    Columns as a user gives them: the name alone, or in backticks. In SQL each is quoted, so it
    may have any characters; what is no column is refused in one sentence.

        Kunde Nr, `Kunde Nr`   given
        Kunde Nr               _bare_name
        `Kunde Nr`             _given_column
-#}
{% macro _bare_name(name) %}
    {% set text = name | string %}
    {% if modules.re.fullmatch("`([^`]|``)+`", text) %}
        {% do return(text[1:-1] | replace("``", "`")) %}
    {% endif %}
    {% do return(text) %}
{% endmacro %}

{% macro _given_column(name) %}
    {% do return(daybook._column(daybook._bare_name(name))) %}
{% endmacro %}

{% macro _given_columns(names) %}
    {% set columns = [] %}
    {% for name in names %}
        {% do columns.append(daybook._given_column(name)) %}
    {% endfor %}
    {% do return(columns) %}
{% endmacro %}

{% macro _bare_names(names) %}
    {% set bare = [] %}
    {% for name in names %} {% do bare.append(daybook._bare_name(name)) %} {% endfor %}
    {% do return(bare) %}
{% endmacro %}
