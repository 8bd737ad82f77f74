{#- A key has at most one row that is current in both times. -#}
{% test history_has_one_current_row(model, key=[], columns={}, current=none) %}
    {%- do daybook._require_argument(
        model, "history_has_one_current_row", "current", current
    ) -%}
    {%- set layout = daybook._layout_of_relation(model, columns, "closed") -%}
    {%- set key = daybook._arguments_of_test(
        model,
        "history_has_one_current_row",
        {"key": key or layout.key or none},
        [model],
    ).key | join(", ") -%}
    {%- set flag = "Y" if current is none else current -%}
    {%- if layout.is_batched -%} {%- set flag = layout.flag_values[0] -%}
    {%- else -%}
        {%- do daybook._check_columns_given(
            model,
            {
                "columns.current_flag": (
                    columns["current_flag"]
                    if "current_flag" in columns
                    else "current_flag"
                )
            },
            model | string,
            layout.described,
        ) -%}
    {%- endif %}

    select {{ key }}, count(*) as current_rows
    from {{ model }}
    where {{ layout.columns.current_flag }} = {{ daybook._flag_literal(flag) }}
    group by {{ key }}
    having count(*) > 1

{% endtest %}
