{#-
    One row per item: on which day it reached each milestone.

        issue_id  priority  opened_date_tk  opened_count  assigned_date_tk  assigned_count
        20        High      20150602        1             20150604          1
        21        Low       20150603        1             null              null

    A cell is written once, by the first event that arrived; the dimensions too. With
    late="restate" a cell has the earliest day by event time, of the events that stand: of the
    rows of one item, time and order the last recorded, unless it is a withdrawal. New rows
    can't change cells before the first of them, so the history is read from that day on.

    Rows lie in the month of the item's first event: a run rewrites the months of the items
    that moved, and no others.
-#}
{% macro milestone_snapshot(
    events,
    posted,
    item,
    state,
    occurred_at,
    milestones,
    order_by=[],
    dimensions=[],
    recorded_at=none,
    is_deleted=none,
    late="keep",
    history=none,
    occurred_at_utc=none
) %}
    {%- if not execute -%} {%- do return("") -%} {%- endif -%}
    {%- do daybook._check_order_by("milestone_snapshot", order_by) -%}
    {%- do daybook._check_plain_columns(
        events,
        {
            "item": item,
            "state": state,
            "occurred_at": occurred_at,
            "occurred_at_utc": occurred_at_utc,
            "order_by": order_by,
            "dimensions": dimensions,
            "is_deleted": is_deleted,
            "recorded_at": recorded_at,
        },
    ) -%}
    {%- set order = daybook._event_order(occurred_at, occurred_at_utc, order_by) -%}
    {%- do daybook._check_late(late, history) -%}
    {%- set cells = daybook._milestone_columns(milestones) -%}
    {%- do daybook._plan_milestones(cells) %}
    {%- set restates = late == "restate" -%}
    {%- set arrival -%}
        struct({{ (([recorded_at] if recorded_at else []) + order) | join(", ") }})
    {%- endset -%}
    {%- set date_tk -%} cast(date_format({{ occurred_at }}, 'yyyyMMdd') as int) {%- endset -%}
    {%- set deleted = is_deleted or "false" -%}
    {%- set reached_cells = daybook._reached_cells(
        cells,
        state,
        (
            "min(" ~ date_tk ~ ")"
            if restates
            else "min_by(" ~ date_tk ~ ", " ~ arrival ~ ")"
        ),
        "is_standing" if restates else "not " ~ deleted,
    ) -%}
    {%- set posted_columns = daybook._names_there(posted) %}

    with

        new_events as (select * from {{ events }}),

        touched as (

            select
                {{ item }},
                {% for column in dimensions -%}
                    min_by({{ column }}, {{ arrival }}) filter (
                        where not {{ deleted }}
                    ) as {{ column }},
                {% endfor -%}
                {{ reached_cells if not restates }}
                cast(min({{ occurred_at }}) as date) as item_from,
                date_format(
                    min_by({{ occurred_at }}, {{ arrival }}) filter (
                        where not {{ deleted }}
                    ),
                    'yyyy-MM'
                ) as first_month
            from new_events
            {% if not restates %} where not {{ deleted }} {% endif %}
            group by {{ item }}

        ),

        {% if restates -%}

            known as (

                select
                    {{ item }},
                    {{ state }},
                    {{ occurred_at }},
                    item_from,
                    rank() over (
                        partition by {{ ([item] + order) | join(", ") }}
                        order by {{ recorded_at or "true" }} desc, {{ deleted }} desc
                    )
                    = 1
                    and not {{ deleted }} as is_standing
                from {{ history }}
                inner join touched using ({{ item }})
                where
                    {{ occurred_at }} >= item_from
                    and event_month
                    >= (select date_format(min(item_from), 'yyyy-MM') from touched)

            ),

            reached as (

                select
                    {{ item }},
                    {{ reached_cells }}
                    cast(date_format(min(item_from), 'yyyyMMdd') as int) as from_tk
                from known
                group by {{ item }}

            ),

        {%- endif %}

        {% if posted -%}

            published as (select * from {{ posted }}),

            months as (

                select published.first_month
                from published
                left semi join touched using ({{ item }})
                union
                select first_month
                from touched

            ),

            carried as (
                select * from published left semi join months using (first_month)
            ),

            merged as (

                select
                    coalesce(carried.{{ item }}, touched.{{ item }}) as {{ item }},
                    {% for column in dimensions -%}
                        case
                            when carried.{{ item }} is null
                            then touched.{{ column }}
                            else carried.{{ column }}
                        end as {{ column }},
                    {% endfor -%}
                    {% for cell in cells -%}
                        {%- set before = (
                            "carried." ~ cell.date_tk
                            if cell.name ~ "_date_tk" in posted_columns
                            else "cast(null as int)"
                        ) -%}
                        {%- if restates -%}
                            case
                                when {{ before }} >= from_tk or {{ before }} is null
                                then reached.{{ cell.date_tk }}
                                else {{ before }}
                            end
                        {%- else -%} coalesce({{ before }}, touched.{{ cell.date_tk }})
                        {%- endif %} as {{ cell.date_tk }},
                    {% endfor -%}
                    coalesce(carried.first_month, touched.first_month) as first_month
                from carried
                full outer join touched on carried.{{ item }} = touched.{{ item }}
                {% if restates -%}
                    left join reached on touched.{{ item }} = reached.{{ item }}
                {%- endif %}

            )

        {%- else -%}

            merged as (
                select *
                from touched
                {% if restates %} left join reached using ({{ item }})
                {% endif %}
            )

        {%- endif %}

    select
        {{ ([item] + dimensions) | join(", ") }},
        {% for cell in cells -%}
            {{ cell.date_tk }},
            case when {{ cell.date_tk }} is not null then 1 end as {{ cell.count }},
        {% endfor -%}
        first_month
    from merged
    {#- An item of which there are withdrawals alone has no month yet. #}
    where first_month is not null

{% endmacro %}
