{#-
    The layout of a history that is tested, with its key, unless the test needs none. With dbt's
    config `where`, a test is given a subquery as a text. That has no log, so what a history would
    say itself has to be an argument; the default might be wrong, and find nothing.

    said: {argument: value} of what the test cannot do without
-#}
{% macro _tested_history(model, test_name, columns, said, key=none) %}
    {% for argument, value in said.items() if model is string and value is none %}
        {% call daybook.refuse(this) %}
            {{ test_name }} can't ask a history for its {{ argument }}, because dbt's config where
            puts a subquery in its place: give the test {{ argument }}, or leave out where
        {% endcall %}
    {% endfor %}
    {% set layout = daybook._layout_of_relation(model, columns, said.get("interval")) %}
    {% if key is none %} {% do return(layout) %} {% endif %}
    {% set given = {"key": key or layout.key or none} %}
    {% do return(
        dict(layout, **daybook._arguments_of_test(model, test_name, given))
    ) %}
{% endmacro %}
