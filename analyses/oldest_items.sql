{#-
    The items that have been in their state for the longest, at the end of the last day: of
    each state the 200 oldest, and the 50 oldest for each value of a dimension. One row per
    item, dimension and value. A stay in a state is an `in` and, once the item left, an `out`
    of the same item, dimensions and day of entering; what they add up to is still there.
-#}
{{ config(enabled=project_name == "daybook") }}
{%- set dimensions = (var("input").dimensions or {}).keys() -%}
{%- set terminal_states = var("input").terminal_states or [] %}

with

    entries as (select * from {{ ref("fct_issue_entries") }}),

    calendar as (select date_day, working_days from {{ ref("dim_date") }}),

    last_day as (

        select date_day as daybook_last_day, working_days as daybook_working_days
        from calendar
        where date_day = (select max(snapshot_date) from {{ ref("snap_issues_aged") }})

    ),

    on_hand as (

        select
            issue_id,
            status,
            {{ daybook._dimension_values(dimensions) }} as daybook_values,
            date_sub(event_date, age_days) as entered_on
        from entries
        {% if terminal_states -%}
            where status not in ({{ daybook.quoted_text(terminal_states) }})
        {%- endif %}
        group by
            issue_id,
            status,
            {%- for name in dimensions %} {{ name }}, {%- endfor %}
            date_sub(event_date, age_days)
        having sum(event_count) > 0

    ),

    aged as (

        select
            on_hand.*,
            last_day.daybook_working_days - calendar.working_days as age_working_days
        from on_hand
        inner join calendar on on_hand.entered_on = calendar.date_day
        cross join last_day

    ),

    ranked as (

        select
            dimension,
            value,
            status,
            issue_id,
            entered_on,
            age_working_days,
            row_number() over (
                partition by dimension, value, status order by entered_on, issue_id
            ) as place
        from aged
        lateral view explode(daybook_values) as dimension, value

    )

select dimension, value, status, issue_id, entered_on, age_working_days
from ranked
where place <= case when dimension = '(all)' then 200 else 50 end
order by dimension, value, entered_on, issue_id
