{#-
    The rows to look at, by item:

        new_events    what has arrived
        posted_lines  of late items, what is posted from daybook_from_day on, netted; on a full
                      refresh, all that is posted
        in_force      the last entries of items before the events to look at
        stream        events from the last known one on, or from daybook_from_day for late items,
                      after the entry in force before that, which has daybook_sequence 0
-#}
{% macro _entry_sources(events, history, past, args) %}
    new_events as (select * from {{ events }}),

    {% if past.present -%}
        {{ daybook._touched_items(past.present, args) }},
    {%- endif %}

    {%- if past.posted %}

        posted_lines as (

            select
                {{ daybook._line_columns(args) | join(", ") }},
                sum(event_count) as event_count
                {%- if past.late_from %}, daybook_from_day {%- endif %}
            from {{ past.posted }}
            {% if past.late_from -%}
                inner join items using ({{ args.item }})
                where
                    daybook_is_late
                    and event_date >= daybook_from_day
                    and entry_month >= '{{ past.late_from[:7] }}'
            {% endif -%}
            group by all
            having sum(event_count) <> 0

        ),

    {%- endif %}

    {%- if past.present %}

        in_force as (

            select {{ args.item }}, daybook_present.*
            from items
            where
                daybook_present.{{ args.state }} is not null
                and (
                    not daybook_is_late or daybook_present.held_since < daybook_from_day
                )

            {%- if past.late_from %}

                union all

                select {{ args.item }}, {{ daybook._entry_in_force(args) | join(", ") }}
                from posted_lines
                where direction = 'out' and held_since < daybook_from_day

            {%- endif %}

        ),

    {%- endif %}

    stream as (

        {{ daybook._events_in_stream("new_events", args) }}

        {%- if past.late_from %}

            union all

            {{
                daybook._events_in_stream(
                    history ~ " inner join items using (" ~ args.item ~ ")", args
                )
            }}
            where
                daybook_is_late
                and {{ args.occurred_at }} >= daybook_from_day
                and event_month >= '{{ past.late_from[:7] }}'

        {%- endif %}

        {%- if past.present %}

            union all

            select
                {{ args.item }},
                {{ (args.order + args.combination) | join(", ") }},
                event_date,
                0 as daybook_sequence,
                false as daybook_is_withdrawn,
                null as daybook_recorded_at,
                held_since as daybook_held_since,
                date_sub(event_date, age_days) as daybook_state_since,
                date_sub(event_date, age_days_by_item) as daybook_item_since
            from in_force

        {%- endif %}

    )
{% endmacro %}

{#- Events as rows of the stream: a SELECT without its WHERE. -#}
{% macro _events_in_stream(rows, args) %}
    {%- set event_date -%} cast({{ args.occurred_at }} as date) {%- endset %}
    select
        {{ args.item }},
        {{ (args.order + args.combination) | join(", ") }},
        {{ event_date }} as event_date,
        1 as daybook_sequence,
        {{ daybook._is_withdrawn(args) }} as daybook_is_withdrawn,
        {{ args.recorded_at or "cast(null as timestamp_ntz)" }} as daybook_recorded_at,
        {{ event_date }} as daybook_held_since,
        {{ event_date }} as daybook_state_since,
        {{ event_date }} as daybook_item_since
    from {{ rows }}
{%- endmacro %}
