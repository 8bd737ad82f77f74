{#- A key has at most one row that is current in both times. -#}
{% test history_has_one_current_row(model, key=[], columns={}, current=none) %}
    {%- set history = daybook._tested_history(
        model,
        "history_has_one_current_row",
        columns,
        {"current": current},
        key,
    ) -%}
    {%- set key = history.key | join(", ") -%}
    {%- set flag_column = history.columns.current_flag -%}
    {%- set flags = history.flag_values or ["Y" if current is none else current] -%}
    {%- do daybook.check_columns(
        model,
        {"columns.current_flag": daybook.bare_name(flag_column)},
        model | string,
        history.described,
    ) %}

    select {{ key }}, count(*) as current_rows
    from {{ model }}
    where {{ flag_column }} = {{ daybook._flag_literal(flags[0]) }}
    group by {{ key }}
    having count(*) > 1

{% endtest %}
