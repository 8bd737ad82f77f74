{#- A key has at most one row that is current in both times. -#}
{% test history_has_one_current_row(model, key=[], columns={}, current="Y") %}
    {%- set history = daybook._written_shape(model, columns, "closed") -%}
    {%- set key = daybook._arguments_of_test(
        model,
        "history_has_one_current_row",
        {"key": key or history.key or none},
        [model],
    ).key | join(", ") -%}
    {%- set flag = current -%}
    {%- if history.is_batched -%} {%- set flag = history.flags[0] -%}
    {%- else -%}
        {%- do daybook._check_columns_given(
            model,
            {
                "columns.current_flag": columns.get(
                    "current_flag", "current_flag"
                )
            },
            model | string,
            history.columns,
        ) -%}
    {%- endif %}

    select {{ key }}, count(*) as current_rows
    from {{ model }}
    where {{ history.names.current_flag }} = {{ daybook._flag(flag) }}
    group by {{ key }}
    having count(*) > 1

{% endtest %}
