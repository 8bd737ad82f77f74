{#-
    The columns that are read must not be called as the macro's SQL calls its own, nor be read
    twice: Spark would only say that a reference is ambiguous.
-#}
{% macro _check_read_columns(macro_name, columns, taken) %}
    {% set seen = [] %}
    {% for column in columns %}
        {% set wrong = (
            "has a column of that name itself: select it under another"
            if column | lower in taken
            else (
                "reads it twice: name it once, or select it under another name too"
                if column | lower in seen
                else none
            )
        ) %}
        {% if wrong %}
            {% do daybook._bad_option(
                this, "column", column, macro_name ~ " " ~ wrong
            ) %}
        {% endif %}
        {% do seen.append(column | lower) %}
    {% endfor %}
{% endmacro %}
