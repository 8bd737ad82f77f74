{#-
    Movements and balances in one table: a row for each entry, and for each day on which an
    item stayed where it was.

        issue_id  status  event_at          direction  moving  age_days  on_hand
        288       Opened  2015-09-01 12:31  in          1      0         1
        288       Opened  2015-09-02 00:00              0      1         1        filler
        288       Opened  2015-09-03 10:11  out        -1      2         0

    Of an item's rows in a combination on one day the last has what is on hand at its end. For
    late entries the same text gives the differences, as in accumulating_snapshot: the entries
    as rows, and for each day since what is on hand too much or too little.
-#}
{% macro item_days(
    entries,
    posted,
    through,
    item,
    state,
    occurred_at,
    order_by=[],
    dimensions=[],
    calendar=none,
    calendar_name=none,
    terminal_states=[],
    occurred_at_utc=none
) %}
    {%- if not execute -%} {%- do return("") -%} {%- endif -%}
    {%- do daybook._check_order_by("item_days", order_by) -%}
    {%- do daybook._check_plain_columns(
        entries,
        {
            "item": item,
            "state": state,
            "occurred_at": occurred_at,
            "occurred_at_utc": occurred_at_utc,
            "order_by": order_by,
            "dimensions": dimensions,
        },
    ) -%}
    {%- do daybook._check_calendar_name(calendar, calendar_name, dimensions) -%}
    {%- set combination = [item, state] + dimensions -%}
    {%- set key = combination + ["state_since", "item_since"] -%}
    {%- set order = daybook._event_order(occurred_at, occurred_at_utc, order_by) -%}
    {%- set event = order + ["direction"] -%}
    {%- set options = {"terminal_states": terminal_states or []} -%}
    {%- set scope = daybook._snapshot_scope(
        entries,
        posted,
        through,
        "append",
        combination | join(", "),
        options,
    ) -%}
    {%- do daybook._plan_snapshot("item_days", scope) %}

    with

        moved as (

            select
                event_date as snapshot_date,
                {{ combination | join(", ") }},
                date_sub(event_date, age_days) as state_since,
                date_sub(event_date, age_days_by_item) as item_since,
                {{ event | join(", ") }},
                event_count as quantity_moving,
                {% if terminal_states -%}
                    case
                        when
                            {{ state }} in ({{ daybook._quoted_list(terminal_states) }})
                        then 0
                        else event_count
                    end as quantity_moved
                {%- else -%} event_count as quantity_moved
                {%- endif %}
            from
                {{ entries }}

                {{
                    daybook._opening_balance(
                        posted,
                        scope,
                        combination
                        + [
                            "date_sub(snapshot_date, age_days) as state_since",
                            "date_sub(snapshot_date, age_days_by_item) as item_since",
                            "null as " ~ event | join(", null as "),
                            "0 as quantity_moving",
                        ],
                    )
                }}

        ),

        daily as (select * from moved where snapshot_date <= {{ scope.last_day }}),

        {{
            daybook._balances(
                key,
                event + ["quantity_moving"],
                scope.last_day,
                "quantity_on_hand <> 0",
                order=event,
            )
        }},

        days as (

            select
                snapshot_date,
                {{ key | join(", ") }},
                {% for column in event -%}
                    case
                        when snapshot_date = moved_on then {{ column }}
                    end as {{ column }},
                {% endfor -%}
                case
                    when snapshot_date = moved_on then quantity_moving else 0
                end as quantity_moving,
                quantity_on_hand
            from with_fillers

        )

    select
        {% for column in combination %} days.{{ column }}, {% endfor %}
        coalesce(
            days.{{ occurred_at }}, cast(snapshot_date as timestamp_ntz)
        ) as {{ occurred_at }},
        {% for column in order | reject("equalto", occurred_at) %}
            days.{{ column }},
        {% endfor %}
        snapshot_date,
        direction,
        quantity_moving,
        datediff(snapshot_date, state_since) as age_days,
        datediff(snapshot_date, item_since) as age_days_by_item,
        {% if calendar -%}
            {{
                daybook._working_days(
                    "days", calendar, calendar_name, "state_since", "snapshot_date"
                )
            }} as age_working_days,
        {% endif -%}
        quantity_on_hand,
        date_format(snapshot_date, 'yyyy-MM') as snapshot_month
    from
        days
        {% if calendar -%}
            {{
                daybook._joined_with_calendar(
                    "days", calendar, calendar_name, "state_since", "snapshot_date"
                )
            }}
        {%- endif %}
    where direction is not null or quantity_on_hand <> 0

{% endmacro %}
