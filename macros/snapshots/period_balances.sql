{#-
    On hand by week, month, quarter or year, for any dimensions. What is on hand is never
    summed over days: of a period there are the balance before it, that at its end, the average
    of its days and the highest.

        period_start  status  opening  quantity_in  quantity_out  closing  average  maximum
        2015-09-01    Opened  10       126          130           6        6.2      12

    Sums over states and dimensions come first, day by day, and then the days are looked at:
    the highest of a sum is not the sum of the highest. A day without a row is a day with none
    on hand.
-#}
{% macro period_balances(
    snapshot,
    period,
    dimensions=[],
    flows=["quantity_in", "quantity_out"],
    first_day=none,
    last_day=none
) %}
    {%- if not execute -%} {%- do return("") -%} {%- endif -%}
    {%- set ends = {
        "week": "date_add(period_start, 6)",
        "month": "last_day(period_start)",
        "quarter": "last_day(add_months(period_start, 2))",
        "year": "last_day(add_months(period_start, 11))",
    } -%}
    {%- if period not in ends -%}
        {%- do daybook._bad_option(
            this, "period", period, "use one of " ~ ends | join(", ")
        ) -%}
    {%- endif -%}
    {%- set named = {"dimensions": dimensions, "flows": flows} -%}
    {%- do daybook._check_plain_names(this, named) -%}
    {%- do daybook._check_columns_there(this, snapshot, named) -%}
    {%- set columns -%}
        {% for column in dimensions %}, {{ column }}{% endfor %}
    {%- endset %}

    with

        snapshot as (select * from {{ snapshot }}),

        span as (

            select
                min({{ first_day or "snapshot_date" }}) as first_day,
                max({{ last_day or "snapshot_date" }}) as last_day
            from snapshot

        ),

        daily as (

            select
                snapshot_date {{ columns }},
                {% for flow in flows %} sum({{ flow }}) as {{ flow }}, {% endfor %}
                sum(quantity_on_hand) as quantity_on_hand
            from snapshot
            group by snapshot_date {{ columns }}

        ),

        {#- The day after brings the balance forward, also to a period without a row. #}
        known as (

            select
                snapshot_date {{ columns }},
                {% for flow in flows %} {{ flow }}, {% endfor %}
                quantity_on_hand,
                cast(null as bigint) as brought_forward
            from daily

            union all

            select
                date_add(snapshot_date, 1) as snapshot_date {{ columns }},
                {% for flow in flows %} 0 as {{ flow }}, {% endfor %}
                null as quantity_on_hand,
                quantity_on_hand as brought_forward
            from daily
            where quantity_on_hand <> 0

        ),

        placed as (

            select
                *,
                cast(date_trunc('{{ period }}', snapshot_date) as date) as period_start
            from known

        ),

        limited as (

            select
                *,
                greatest(period_start, first_day) as from_day,
                least({{ ends[period] }}, last_day) as to_day
            from placed
            cross join span
            where snapshot_date between first_day and last_day

        )

    select
        period_start {{ columns }},
        to_day as period_end,
        datediff(to_day, from_day) + 1 as days,
        coalesce(
            sum(case when snapshot_date = from_day then brought_forward end), 0
        ) as opening_on_hand,
        {% for flow in flows %} sum({{ flow }}) as {{ flow }}, {% endfor %}
        coalesce(
            sum(case when snapshot_date = to_day then quantity_on_hand end), 0
        ) as closing_on_hand,
        coalesce(sum(quantity_on_hand), 0)
        / (datediff(to_day, from_day) + 1) as average_on_hand,
        coalesce(max(quantity_on_hand), 0) as maximum_on_hand
    from limited
    group by period_start {{ columns }}, from_day, to_day

{% endmacro %}
