{#-
    Columns that a user names are columns of what is read:

        given     {argument: a name or a list of names; none if it is left out}
        what      what is read, in words
        columns   [[name, type], ...] of it; none if it can't be asked
-#}
{% macro check_columns(relation, given, what, columns) %}
    {% if columns is none %} {% do return(none) %} {% endif %}
    {% set there = columns | map("first") | list %}
    {% set lower = there | map("lower") | list %}
    {% set own = ("batch_id", "posted_batch_id") %}
    {% for argument, names in given.items() if names %}
        {% for name in daybook.as_list(names)
            if daybook.bare_name(name) | lower not in lower %}
            {% set is_name = daybook._has_form("\\w+", daybook.bare_name(name)) %}
            {% call daybook.refuse_option(relation, argument, name) %}
                there is no such column in {{ what }} (columns:
                {{ there | reject("in", own) | join(", ") }})
                {{- ". Select the expression there as a column first" if not is_name }}
            {% endcall %}
        {% endfor %}
    {% endfor %}
{% endmacro %}
