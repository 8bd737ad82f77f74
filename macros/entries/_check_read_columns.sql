{#- The columns that are read must not be called as the macro's SQL calls its own. -#}
{% macro _check_read_columns(macro_name, columns, taken) %}
    {% set seen = [] %}
    {% for column in columns %}
        {% if column | lower in taken %}
            {% do daybook._bad_option(
                this,
                "column",
                column,
                macro_name
                ~ " has a column of that name itself: select it under another",
            ) %}
        {% elif column | lower in seen %}
            {% do daybook._bad_option(
                this,
                "column",
                column,
                macro_name
                ~ " reads it twice: name it once, or select it under another name too",
            ) %}
        {% endif %}
        {% do seen.append(column | lower) %}
    {% endfor %}
{% endmacro %}
