{#-
    Turns changes into the lines that should be posted. If an item changes, it leaves what it
    was in before (`out`) and enters again (`in`). At its last event, even one that changed
    nothing, its present entry is noted.
-#}
{% macro _entry_lines(args) %}
    lines as (

        select
            {{ args.identity | join(", ") }},
            event_date,
            direction,
            event_count,
            direction = 'out' or not daybook_is_change as daybook_is_of_previous,
            {% for column in args.combination -%}
                if(
                    daybook_is_of_previous, daybook_previous.{{ column }}, {{ column }}
                ) as {{ column }},
            {% endfor -%}
            if(
                daybook_is_of_previous, daybook_previous_held_since, daybook_held_since
            ) as held_since,
            if(
                daybook_is_of_previous or not daybook_enters_state,
                daybook_previous_state_since,
                daybook_state_since
            ) as daybook_state_since,
            daybook_first_day as daybook_item_since
        from changes
        lateral view
            explode(
                map('out', -1, 'in', 1, 'present', 0)
            ) daybook_directions as direction,
            event_count
        where
            case
                direction
                when 'in'
                then daybook_is_change and daybook_sequence = 1
                when 'out'
                then daybook_is_change and daybook_previous is not null
                else daybook_is_last
            end

    ),

    expected_lines as (

        {#- Readers do not see present entries; one may be of a withdrawn event. #}
        select
            {{ (args.identity + args.combination) | join(", ") }},
            event_date,
            direction,
            event_count,
            held_since,
            datediff(event_date, daybook_state_since) as age_days,
            datediff(event_date, daybook_item_since) as age_days_by_item
            {%- if args.calendar %}, age_working_days {%- endif %}
        from
            {{
                daybook._with_working_days(
                    "lines",
                    args,
                    "daybook_state_since",
                    "event_date",
                    unless="direction = 'present'",
                )
            }}

    )
{% endmacro %}

{#- Less the lines that are posted already; a present entry is posted in any case. -#}
{% macro _entries_to_post(args) %}
    {%- set line = daybook._line_columns(args) | join(", ") %}
    to_post as (

        select
            {{ line }},
            explode(
                array_repeat(
                    cast(sign(sum(event_count)) as int),
                    greatest(
                        abs(cast(sum(event_count) as int)),
                        cast(direction = 'present' as int)
                    )
                )
            ) as event_count
        from
            (
                select {{ line }}, event_count
                from expected_lines
                union all
                select {{ line }}, - event_count as event_count
                from posted_lines
            )
        group by {{ line }}

    )
{% endmacro %}

{#- The columns of an entry; with event_count and entry_month they are all that is published. -#}
{% macro _line_columns(args) %}
    {% set worked = ["age_working_days"] if args.calendar else [] %}
    {% set of_line = ["event_date", "direction", "held_since"] %}
    {% set ages = ["age_days", "age_days_by_item"] + worked %}
    {% do return(args.identity + args.combination + of_line + ages) %}
{% endmacro %}
