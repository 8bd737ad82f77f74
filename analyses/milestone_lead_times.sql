{#-
    How many days items took to each milestone, from the first milestone that they reached:
    one row per day on which it was reached, milestone, dimension, value and number of days.
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
            datediff(daybook_reached_date, daybook_first_date) as lead_days
        from reached_or_done
        lateral view
            explode({{ daybook._dimension_values(dimensions) }}) as daybook_dimension,
            daybook_value

    )

select reached_date, milestone, dimension, value, lead_days, count(*) as items
from by_value
group by reached_date, milestone, dimension, value, lead_days
