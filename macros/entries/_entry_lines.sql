{#-
    From the entries that should be to what is to be posted: an `in` and an `out` line each,
    less the lines posted already. The last entry of an item has no `out`; it is its present
    one, noted at the item's last event, those that changed nothing included.
-#}
{% macro _entry_lines(scope, names, calendar) %}
    {%- set order = names.order -%}
    {%- set columns = names.identity + names.combination -%}

    lines as (

        select
            {{ names.item }},
            {{ names.combination | join(", ") }},
            held_since,
            state_since,
            inline(
                array_compact(
                    array(
                        case
                            when sequence = 1 and live_events > 0
                            then
                                struct(
                                    'in' as direction,
                                    1 as event_count,
                                    {% for column in order -%}
                                        in_{{ column }} as {{ column }}
                                        {{- ", " if not loop.last }}
                                    {%- endfor %}
                                )
                        end,
                        case
                            when out_{{ order[0] }} is not null
                            then
                                struct(
                                    'out' as direction,
                                    -1 as event_count,
                                    {% for column in order -%}
                                        out_{{ column }} as {{ column }}
                                        {{- ", " if not loop.last }}
                                    {%- endfor %}
                                )
                            else
                                struct(
                                    'present' as direction,
                                    0 as event_count,
                                    {% for column in order -%}
                                        last_event.{{ column }} as {{ column }}
                                        {{- ", " if not loop.last }}
                                    {%- endfor %}
                                )
                        end
                    )
                )
            )
        from changes

    ),

    {% if calendar -%}
        calendar as (select date_day, working_days from {{ calendar }}),

    {% endif -%}
    expected_lines as (

        select
            lines.{{ names.item }},
            {{ (order + names.combination) | join(", ") }},
            cast({{ names.occurred_at }} as date) as event_date,
            direction,
            event_count,
            held_since,
            datediff(cast({{ names.occurred_at }} as date), state_since) as age_days
            {%- if calendar %}
                ,
                coalesce(
                    to_day.working_days - from_day.working_days,
                    raise_error(
                        concat(
                            'daybook: {{ this }}: {{ calendar }} has no row for one of ',
                            state_since,
                            ' and ',
                            cast({{ names.occurred_at }} as date),
                            ': let it begin earlier or end later'
                        )
                    )
                ) as age_working_days
            {%- endif %}
        from lines
        {% if calendar -%}
            left join
                calendar as to_day
                on cast({{ names.occurred_at }} as date) = to_day.date_day
            left join calendar as from_day on state_since = from_day.date_day
        {%- endif %}

    ),

    to_post as (

        {% if scope.late_from -%}
            select
                {{ columns | join(", ") }},
                event_date,
                direction,
                explode(
                    array_repeat(
                        cast(sign(sum(event_count)) as int),
                        greatest(
                            abs(cast(sum(event_count) as int)),
                            cast(direction = 'present' as int)
                        )
                    )
                ) as event_count,
                held_since,
                age_days
                {%- if calendar %}, age_working_days{% endif %}
            from
                (
                    select
                        {{ columns | join(", ") }},
                        event_date,
                        direction,
                        event_count,
                        held_since,
                        age_days
                        {%- if calendar %}, age_working_days{% endif %}
                    from expected_lines
                    union all
                    select
                        {{ columns | join(", ") }},
                        event_date,
                        direction,
                        - event_count,
                        held_since,
                        age_days
                        {%- if calendar %}, age_working_days{% endif %}
                    from posted_lines
                )
            group by
                {{ columns | join(", ") }},
                event_date,
                direction,
                held_since,
                age_days
                {%- if calendar %}, age_working_days{% endif %}
        {%- else -%}select * from expected_lines
        {%- endif %}

    )
{% endmacro %}
