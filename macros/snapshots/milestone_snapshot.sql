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

    Refused before anything is written: what accept_events refuses of single rows. An event without
    item would be an item of its own in each batch, and one without time would come first.
-#}
{% macro milestone_snapshot(
    events, posted, event_log, milestones, late=none, history=none
) %}
    {%- if not execute -%} {%- do return("") -%} {%- endif -%}
    {%- set given = {"milestones": milestones, "late": late, "history": history} -%}
    {%- set like, lates = "{'On Hold': 'on_hold'}", ["keep", "restate"] -%}
    {%- set needs = {"history": true} -%}
    {%- set rules = {
        "milestones": {"required": true, "texts": true, "like": like},
        "late": {"default": "keep", "one_of": lates, "goes_with": needs},
        "history": {},
    } -%}
    {%- set args = daybook._event_arguments(
        "milestone_snapshot", events, event_log, given, rules
    ) -%}
    {%- set milestones = daybook._milestone_columns(
        args.milestones, daybook._milestone_names(posted)
    ) -%}
    {%- set cells = milestones.cells -%}
    {%- set columns = [args.item] + args.dimensions -%}
    {%- set published = columns + ["first_month"] -%}
    {%- for cell in cells -%}
        {%- do published.extend([cell.name ~ "_date_tk", cell.name ~ "_count"]) -%}
    {%- endfor -%}
    {%- do daybook._check_published_columns("milestone_snapshot", published) -%}
    {%- set options = {"batch": "replace", "partition_by": ["first_month"]} -%}
    {%- set remembers = {"milestones": milestones.names} -%}
    {%- do daybook._plan(
        "milestone_snapshot", {"options": options, "remembers": remembers}
    ) -%}
    {%- do daybook._ask_about_events(events, args) -%}
    {%- set restates = args.late == "restate" %}

    with

        new_events as (select * from {{ events }}),

        {{ daybook._first_events(cells, args) }},

        {% if restates -%} {{ daybook._days_reached(cells, args) }}, {%- endif %}

        merged as (

            {% if posted -%}{{ daybook._merged_milestones(posted, cells, args) }}
            {%- else -%}
                select *
                from touched
                {% if restates -%} left join reached using ({{ args.item }})
                {%- endif %}
            {%- endif %}

        )

    select
        {{ columns | join(", ") }},
        {% for cell in cells -%}
            {{ cell.date_tk }},
            case when {{ cell.date_tk }} is not null then 1 end as {{ cell.count }},
        {% endfor -%}
        first_month
    from merged
    {#- An item of which there are withdrawals alone has no month yet. #}
    where first_month is not null

{% endmacro %}
