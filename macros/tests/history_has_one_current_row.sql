{#- A key has at most one row that is current in both times. -#}
{% test history_has_one_current_row(model, key=[], columns={}, current="Y") %}
    {%- set shape = daybook._written_shape(model, columns, "closed") -%}
    {%- set flag = shape.flags[0] if shape.is_batched else current -%}
    {%- set key = (key or shape.key) | join(", ") %}

    select {{ key }}, count(*) as current_rows
    from {{ model }}
    where {{ shape.names.current_flag }} = {{ daybook._flag(flag) }}
    group by {{ key }}
    having count(*) > 1

{% endtest %}
