{#-
    The arguments of a generic test, checked by one table for all tests: {name: value}. Names of
    columns are checked against the relations that have them, and come back quoted, as SQL.
-#}
{% macro _arguments_of_test(model, test_name, given, relations) %}
    {% set column = {"names": "one"} %}
    {% set needed_column = {"names": "one", "required": true} %}
    {% set needed = {"required": true} %}
    {% set all_rules = {
        "arrivals": needed,
        "column_name": needed_column,
        "columns": {"names": "many", "required": true},
        "dimensions": {"names": "many", "default": []},
        "entries": needed,
        "event_time": column,
        "is_deleted": {"names": "one", "goes_with": {"event_time": true}},
        "item": needed_column,
        "key": {"names": "many", "required": true},
        "occurred_at": needed,
        "snapshot": needed,
        "state": needed_column,
        "terminal_states": {"texts": true, "default": []},
        "valid_until": column,
    } %}
    {% set rules = {} %}
    {% for name in given %} {% do rules.update({name: all_rules[name]}) %} {% endfor %}
    {#- While dbt parses, arguments that are written in Jinja have no values yet. -#}
    {% set arguments = daybook._checked_arguments(
        model, test_name, given if execute else {}, rules
    ) %}
    {% set columns, quoted = {}, {} %}
    {% for name, rule in rules.items() if rule.names %}
        {% if arguments[name] %}
            {% do columns.update({name: arguments[name]}) %}
        {% endif %}
        {% if rule.names == "many" %}
            {% do quoted.update(
                {
                    name: daybook._column(
                        daybook._bare_name(arguments[name] or [])
                    )
                }
            ) %}
        {% elif arguments[name] %}
            {% do quoted.update(
                {name: daybook._column(daybook._bare_name(arguments[name]))}
            ) %}
        {% endif %}
    {% endfor %}
    {% for relation in relations %}
        {% do daybook._check_columns_given(
            model, columns, relation | string, daybook._columns_read(relation)
        ) %}
    {% endfor %}
    {% do return(dict(arguments, **quoted)) %}
{% endmacro %}

{#- With dbt's config `where`, a test is given a subquery as a text. That has no log, so what a history
    would say itself has to be an argument; the default might be wrong, and find nothing. -#}
{% macro _require_argument(model, test_name, argument, value) %}
    {% if model is string and value is none %}
        {% call daybook._refuse(this) %}
            {{ test_name }} can't ask a history for its {{ argument }}, because dbt's config where
            puts a subquery in its place: give the test {{ argument }}, or leave out where
        {% endcall %}
    {% endif %}
{% endmacro %}
