{#-
    From the entries that should be to what is to be posted: an `in` and an `out` line each,
    less the lines posted already. The last entry of an item has no `out`; it is its present
    one, noted at the item's last event, those that changed nothing included.
-#}
{% macro _entry_lines(scope, names) %}
    {%- set order = names.order -%}
    {%- set columns = names.identity + names.combination + names.line -%}

    lines as (

        select
            {{ names.item }},
            {{ names.combination | join(", ") }},
            held_since,
            state_since,
            item_since,
            inline(
                array_compact(
                    array(
                        case
                            when sequence = 1 and live_events > 0
                            then
                                struct(
                                    'in' as direction,
                                    1 as event_count,
                                    entered_by as event
                                )
                        end,
                        case
                            when left_by is not null
                            then
                                struct(
                                    'out' as direction,
                                    -1 as event_count,
                                    left_by as event
                                )
                            else
                                struct(
                                    'present' as direction,
                                    0 as event_count,
                                    last_event as event
                                )
                        end
                    )
                )
            )
        from changes

    ),

    dated as (

        select
            lines.*,
            {% for column in order %} event.{{ column }}, {% endfor %}
            cast(event.{{ names.occurred_at }} as date) as event_date
        from lines

    ),

    expected_lines as (

        select
            {% for column in [names.item] + order + names.combination -%}
                dated.{{ column }},
            {% endfor -%}
            event_date,
            direction,
            event_count,
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
