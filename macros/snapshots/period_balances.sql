{#-
    On hand by week, month, quarter or year, for any dimensions. What is on hand is never
    summed over days: of a period there are the balance before it, that at its end, the average
    of its days and the highest.

        period_start  status  opening  quantity_in  quantity_out  closing  average  maximum
        2015-09-01    Opened  10       127          131           6        6.2      12

    Sums over states and dimensions come first, day by day, and then the days are looked at:
    the highest of a sum is not the sum of the highest. A day without a row is a day with none
    on hand.
-#}
{% macro period_balances(
    snapshot,
    period,
    dimensions=none,
    flows=none,
    first_day=none,
    last_day=none
) %}
    {%- if not execute -%} {%- do return("") -%} {%- endif -%}
    {%- set periods = ["week", "month", "quarter", "year"] -%}
    {%- set several = {"names": "many", "plain": true, "default": []} -%}
    {%- set given = {"period": period, "dimensions": dimensions, "flows": flows} -%}
    {%- set rules = {
        "period": {"required": true, "one_of": periods},
        "dimensions": several,
        "flows": dict(several, default=["quantity_in", "quantity_out"]),
    } -%}
    {%- set args = daybook.checked_arguments(this, "period_balances", given, rules) -%}
    {%- set named = {"dimensions": args.dimensions, "flows": args.flows} -%}
    {%- do daybook._check_columns_read(named, snapshot, snapshot | string) -%}
    {%- set period_end = {
        "week": "date_add(daybook_period_start, 6)",
        "month": "last_day(daybook_period_start)",
        "quarter": "last_day(add_months(daybook_period_start, 2))",
        "year": "last_day(add_months(daybook_period_start, 11))",
    }[period] -%}
    {%- set columns -%}
        {% for column in args.dimensions %}, {{ column }}{% endfor %}
    {%- endset -%}
    {%- set summed -%}
        {% for flow in args.flows %}, sum({{ flow }}) as {{ flow }}{% endfor %}
    {%- endset %}

    with

        snapshot as (select * from {{ snapshot }}),

        span as (

            select
                min({{ first_day or "snapshot_date" }}) as daybook_first_day,
                max({{ last_day or "snapshot_date" }}) as daybook_last_day
            from snapshot

        ),

        daily as (

            select
                snapshot_date {{ columns }} {{ summed }},
                sum(quantity_on_hand) as quantity_on_hand
            from snapshot
            group by snapshot_date {{ columns }}

        ),

        {#- The day after brings the balance forward, also to a period without a row. #}
        known as (

            select
                snapshot_date {{ columns }},
                {% for flow in args.flows %} {{ flow }}, {% endfor %}
                quantity_on_hand,
                0 as daybook_brought_forward
            from daily

            union all

            select
                date_add(snapshot_date, 1) as snapshot_date {{ columns }},
                {% for flow in args.flows %} 0 as {{ flow }}, {% endfor %}
                null as quantity_on_hand,
                quantity_on_hand as daybook_brought_forward
            from daily
            where quantity_on_hand <> 0

        ),

        limited as (

            select
                *,
                cast(
                    date_trunc('{{ period }}', snapshot_date) as date
                ) as daybook_period_start,
                greatest(daybook_period_start, daybook_first_day) as daybook_from_day,
                least({{ period_end }}, daybook_last_day) as daybook_to_day
            from known
            cross join span
            where snapshot_date between daybook_first_day and daybook_last_day

        )

    select
        daybook_period_start as period_start {{ columns }},
        daybook_to_day as period_end,
        datediff(daybook_to_day, daybook_from_day) + 1 as days,
        sum(
            if(snapshot_date = daybook_from_day, daybook_brought_forward, 0)
        ) as opening_on_hand {{ summed }},
        coalesce(
            sum(if(snapshot_date = daybook_to_day, quantity_on_hand, 0)), 0
        ) as closing_on_hand,
        coalesce(sum(quantity_on_hand), 0)
        / (datediff(daybook_to_day, daybook_from_day) + 1) as average_on_hand,
        coalesce(max(quantity_on_hand), 0) as maximum_on_hand
    from limited
    group by daybook_period_start {{ columns }}, daybook_from_day, daybook_to_day
    having
        opening_on_hand <> 0 or max(abs(quantity_on_hand)) <> 0
        {% for flow in args.flows %} or sum({{ flow }}) <> 0 {% endfor %}

{% endmacro %}
