{#- The variables whose values can be checked: a number in quotes would fail after the flip. -#}
{% macro _check_variables(relation) %}
    {% set rules = {
        "daybook_log_events": {"at_least": 1},
        "daybook_view_text_limit": {"at_least": 1},
        "daybook_grants": {"one_of": [true, false]},
    } %}
    {% set given = {} %}
    {% for name in rules %} {% do given.update({name: var(name, none)}) %} {% endfor %}
    {% do daybook.checked_arguments(
        relation, "daybook", given, rules, "the variable "
    ) %}
{% endmacro %}
