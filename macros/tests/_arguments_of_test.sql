{#-
    The arguments of a generic test, checked by one table for all tests: {name: value}. Names of
    columns are checked against the relations that have them, by default the model, and come back
    quoted, as SQL.
-#}
{% macro _arguments_of_test(model, test_name, given, relations=none) %}
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
    {% set rules, columns = {}, {} %}
    {% for name in given %} {% do rules.update({name: all_rules[name]}) %} {% endfor %}
    {#- While dbt parses, arguments that are written in Jinja have no values yet. -#}
    {% set arguments = daybook.checked_arguments(
        model, test_name, given if execute else {}, rules
    ) %}
    {% for name, rule in rules.items() if rule.names %}
        {% do columns.update({name: arguments[name]}) %}
    {% endfor %}
    {% for relation in relations or [model] %}
        {% do daybook.check_columns(
            model, columns, relation | string, daybook.columns_read(relation)
        ) %}
    {% endfor %}
    {% do return(daybook._quoted_arguments(arguments, rules)) %}
{% endmacro %}
