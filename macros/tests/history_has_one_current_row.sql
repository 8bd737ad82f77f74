{#- A key has at most one row that is current in both times. -#}
{% test history_has_one_current_row(model, key=[], columns={}, current="Y") %}
    {%- set layout = daybook._layout_of_relation(model, columns, "closed") -%}
    {%- set flag = layout.flag_values[0] if layout.is_batched else current -%}
    {%- set key = daybook._key_of_history(
        model, "history_has_one_current_row", key, layout
    ) | join(", ") -%}
    {%- set flag_column = columns.get("current_flag", "current_flag") -%}
    {%- do daybook._check_columns_given(
        model,
        {"columns.current_flag": none if layout.is_batched else flag_column},
        model | string,
        layout.described,
    ) %}

    select {{ key }}, count(*) as current_rows
    from {{ model }}
    where {{ layout.columns.current_flag }} = {{ daybook._flag_literal(flag) }}
    group by {{ key }}
    having count(*) > 1

{% endtest %}
