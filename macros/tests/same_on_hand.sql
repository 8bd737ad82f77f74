{#-
    Two snapshots have the same on hand, day by day: one by age or by item, and one by neither.
    The rows are those in which they differ.
-#}
{% test same_on_hand(model, snapshot, columns) %}
    {%- set arguments = daybook._arguments_of_test(
        model,
        "same_on_hand",
        {"snapshot": snapshot, "columns": columns},
        [model, snapshot],
    ) -%}
    {%- set columns = (["snapshot_date"] + arguments.columns) | join(", ") %}

    select {{ columns }}, sum(quantity_on_hand) as difference
    from
        (
            select {{ columns }}, quantity_on_hand
            from {{ model }}
            union all
            select {{ columns }}, - quantity_on_hand as quantity_on_hand
            from {{ snapshot }}
        )
    group by {{ columns }}
    having sum(quantity_on_hand) <> 0

{% endtest %}
