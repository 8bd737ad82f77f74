{#-
    Checked arguments, with the columns that they name as SQL has them: one, a list or, of a mapping
    of columns, [[column, name], ...].
-#}
{% macro _quoted_arguments(arguments, rules) %}
    {% set quoted = {} %}
    {% for argument, rule in rules.items() %}
        {% set value = arguments[argument] %}
        {% if rule.mapped and value %}
            {% set columns = daybook.quoted_column(daybook.bare_name(value | list)) %}
            {% set names = daybook.quoted_column(
                daybook.bare_name(value.values() | list)
            ) %}
            {% do quoted.update({argument: zip(columns, names) | list}) %}
        {% elif rule.names == "many" or rule.names == "one" and value %}
            {% set names = daybook.bare_name(value or []) %}
            {% do quoted.update({argument: daybook.quoted_column(names)}) %}
        {% endif %}
    {% endfor %}
    {% do return(dict(arguments, **quoted)) %}
{% endmacro %}
