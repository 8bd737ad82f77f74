{#-
    From what changes to what is to be posted, less the lines posted already. Where an item
    changes, it leaves what it was in before (`out`) and enters again (`in`). At its last event,
    those that changed nothing included, its present entry is noted.
-#}
{% macro _entry_lines(scope, names) %}
    {%- set columns = names.identity + names.combination + names.line -%}

    lines as (

        select
            *,
            direction = 'out' or not is_change as is_of_previous,
            cast({{ names.occurred_at }} as date) as event_date
        from
            (select *, explode(array('out', 'in', 'present')) as direction from changes)
        where
            case
                direction
                when 'in'
                then is_change and sequence = 1
                when 'out'
                then is_change and previous is not null
                else is_last
            end

    ),

    dated as (

        select
            {{ names.identity | join(", ") }},
            {% for column in names.combination -%}
                if(is_of_previous, previous.{{ column }}, {{ column }}) as {{ column }},
            {% endfor -%}
            event_date,
            direction,
            if(
                is_of_previous, previous_held_since, coalesce(held_since, event_date)
            ) as held_since,
            if(
                is_of_previous or not enters_state,
                previous_state_since,
                coalesce(state_since, event_date)
            ) as state_since,
            item_began as item_since
        from lines

    ),

    expected_lines as (

        select
            {% for column in names.identity + names.combination -%}
                dated.{{ column }},
            {% endfor -%}
            event_date,
            direction,
            case
                direction when 'in' then 1 when 'out' then -1 else 0
            end as event_count,
            held_since,
            datediff(event_date, state_since) as age_days,
            datediff(event_date, item_since) as age_days_by_item
            {%- if names.calendar %}
                ,
                {# No reader sees a present entry; it may be of an event withdrawn. #}
                {{
                    daybook._working_days(
                        "dated",
                        names.calendar,
                        names.calendar_name,
                        "state_since",
                        "event_date",
                        unless="direction = 'present'",
                    )
                }} as age_working_days
            {%- endif %}
        from
            dated
            {% if names.calendar -%}
                {{
                    daybook._joined_with_calendar(
                        "dated",
                        names.calendar,
                        names.calendar_name,
                        "state_since",
                        "event_date",
                    )
                }}
            {%- endif %}

    ),

    to_post as (

        {% if scope.late_from -%}
            select
                {{ columns | join(", ") }},
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
                    select {{ columns | join(", ") }}, event_count
                    from expected_lines
                    union all
                    select {{ columns | join(", ") }}, - event_count as event_count
                    from posted_lines
                )
            group by {{ columns | join(", ") }}
        {%- else -%}select * from expected_lines
        {%- endif %}

    )
{% endmacro %}
