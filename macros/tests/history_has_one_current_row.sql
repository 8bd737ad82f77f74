{#- A key has at most one row that is current in both times. -#}
{% test history_has_one_current_row(model, key=[], columns={}, current="Y") %}
    {%- set shape = daybook._written_shape(model, columns, "closed") -%}
    {%- set flag = shape.flags[0] if shape.is_batched else current -%}
    {%- set key = daybook._key_of_history(
        model, "history_has_one_current_row", key, shape
    ) | join(", ") -%}
    {%- set flag_column = columns.get("current_flag", "current_flag") -%}
    {%- do daybook._check_columns_given(
        model,
        {"columns.current_flag": none if shape.is_batched else flag_column},
        model | string,
        shape.columns,
    ) %}

    select {{ key }}, count(*) as current_rows
    from {{ model }}
    where {{ shape.names.current_flag }} = {{ daybook._flag(flag) }}
    group by {{ key }}
    having count(*) > 1

{% endtest %}
