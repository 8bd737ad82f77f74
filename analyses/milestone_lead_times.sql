{#-
    How many working days items took to each milestone, from the first milestone that they
    reached: one row per day on which it was reached, milestone, dimension, value and number
    of working days.
    A row without a milestone stands for the first terminal state that an item reached.
    The dimensions are those of the item's first event.
-#}
{{ config(enabled=project_name == "daybook") }}
{%- set snapshot = ref("snap_issue_milestones") -%}
{%- set dimensions = (var("input").dimensions or {}).keys() -%}
{%- set terminal_states = var("input").terminal_states or [] -%}

{#- The columns are named after the states, and their names do not lead back to them. -#}
{%- set cells = [] -%}
{%- set remembered = daybook.published_state(snapshot).remembers -%}
{%- for milestone, name in remembered.get("milestones", []) -%}
    {%- do cells.append(daybook.quoted_text(milestone)) -%}
    {%- do cells.append(
        "cast(" ~ daybook.quoted_column(name ~ "_date_tk") ~ " as string)"
    ) -%}
{%- endfor %}

with

    milestones as (select * from {{ snapshot }}),

    -- Names that no dimension has.
    calendar as (

        select date_day as daybook_day, working_days as daybook_working_days
        from {{ ref("dim_date") }}

    ),

    reached as (

        select
            issue_id,
            {%- for name in dimensions %} {{ name }}, {%- endfor %}
            daybook_milestone,
            to_date(daybook_date_tk, 'yyyyMMdd') as daybook_reached_date,
            to_date(
                min(daybook_date_tk) over (partition by issue_id), 'yyyyMMdd'
            ) as daybook_first_date
        from milestones
        lateral view
            explode(map({{ cells | join(", ") }})) as daybook_milestone, daybook_date_tk
        where daybook_date_tk is not null

    ),

    reached_or_done as (

        select
            {%- for name in dimensions %} {{ name }}, {%- endfor %}
            daybook_milestone,
            daybook_reached_date,
            daybook_first_date
        from reached
        {%- if terminal_states %}
            union all
            select
                {%- for name in dimensions %} {{ name }}, {%- endfor %}
                null as daybook_milestone,
                min(daybook_reached_date) as daybook_reached_date,
                daybook_first_date
            from reached
            where daybook_milestone in ({{ daybook.quoted_text(terminal_states) }})
            group by
                issue_id,
                {%- for name in dimensions %} {{ name }}, {%- endfor %}
                daybook_first_date
        {%- endif %}

    ),

    by_value as (

        select
            daybook_reached_date as reached_date,
            daybook_milestone as milestone,
            daybook_dimension as dimension,
            daybook_value as value,
            reached_on.daybook_working_days
            - begun_on.daybook_working_days as lead_working_days
        from reached_or_done
        inner join calendar as begun_on on daybook_first_date = begun_on.daybook_day
        inner join
            calendar as reached_on on daybook_reached_date = reached_on.daybook_day
        lateral view
            explode({{ daybook._dimension_values(dimensions) }}) as daybook_dimension,
            daybook_value

    )

select reached_date, milestone, dimension, value, lead_working_days, count(*) as items
from by_value
group by reached_date, milestone, dimension, value, lead_working_days
