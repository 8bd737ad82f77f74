{#-
    The entries of every item, state and dimensions sum to zero, except where the item is at
    present: there they sum to one.
-#}
{% test entries_balance_to_zero(model, item, state, occurred_at, dimensions=none) %}
    {%- set arguments = daybook._arguments_of_test(
        model,
        "entries_balance_to_zero",
        {
            "item": item,
            "state": state,
            "occurred_at": occurred_at,
            "dimensions": dimensions,
        },
    ) -%}
    {%- set combination = (
        [arguments.item, arguments.state] + arguments.dimensions
    ) | join(", ") -%}
    {%- set entered_at -%}
        max(if(daybook_direction = 'in' and daybook_count > 0, daybook_at, null))
    {%- endset %}

    with

        moments as (

            select
                {{ combination }},
                {{ occurred_at }} as daybook_at,
                direction as daybook_direction,
                sum(event_count) as daybook_count
            from {{ model }}
            group by {{ combination }}, {{ occurred_at }}, direction

        ),

        balances as (

            select
                {{ combination }},
                sum(daybook_count) as daybook_balance,
                {{ entered_at }} as daybook_entered_at,
                max({{ entered_at }}) over (
                    partition by {{ arguments.item }}
                ) as daybook_last_entered_at
            from moments
            group by {{ combination }}

        )

    select {{ combination }}, daybook_balance as balance
    from balances
    where
        daybook_balance <> 0
        and (
            daybook_balance <> 1
            or {{ arguments.item }} is null
            or not coalesce(daybook_entered_at = daybook_last_entered_at, false)
        )

{% endtest %}
