{#-
    The rows to look at, by item:

        new_events    what has arrived
        untouched     the open entries of other items
        posted_lines  of late items, what is posted from daybook_from_day on, netted
        stream        events from the last known one on, or from daybook_from_day for late items,
                      after the entry in force before that, which has daybook_sequence 0
-#}
{% macro _entry_sources(events, history, past, args) %}
    {%- set is_read_again = past.late_from and not past.rebuilds %}
    new_events as (select * from {{ events }}),

    {%- if past.present %}

        {{ daybook._touched_items(past.present, args) }},

        untouched as (

            select *
            from {{ past.present }}
            left anti join touched using ({{ args.item }})
            where entry_month = 'open'

        ),

    {%- endif %}

    {%- if past.late_from %} {{ daybook._posted_lines(past, args) }}, {%- endif %}

    stream as (

        {{ daybook._events_in_stream("new_events", args) }}

        {%- if is_read_again %}

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

            union all

            select
                {{ args.item }},
                {{ (args.order + args.combination) | join(", ") }},
                0 as daybook_sequence,
                false as daybook_is_withdrawn,
                null as daybook_recorded_at,
                held_since as daybook_held_since,
                date_sub(event_date, age_days) as daybook_state_since,
                date_sub(event_date, age_days_by_item) as daybook_item_since
            from posted_lines
            where direction = 'out' and held_since < daybook_from_day

        {%- endif %}

        {%- if past.present %}

            union all

            select
                {{ args.item }},
                {%- for column in args.order + args.combination %}
                    daybook_present.{{ column }},
                {%- endfor %}
                0 as daybook_sequence,
                false as daybook_is_withdrawn,
                null as daybook_recorded_at,
                daybook_present.daybook_held_since,
                daybook_present.daybook_state_since,
                daybook_present.daybook_item_since
            from items
            where
                daybook_present.{{ args.state }} is not null
                and (
                    not daybook_is_late
                    or daybook_present.daybook_held_since < daybook_from_day
                )

        {%- endif %}

    )
{% endmacro %}

{#- Events as rows of the stream: a SELECT without its WHERE. -#}
{% macro _events_in_stream(rows, args) %}
    select
        {{ args.item }},
        {{ (args.order + args.combination) | join(", ") }},
        1 as daybook_sequence,
        {{ daybook._is_withdrawn(args) }} as daybook_is_withdrawn,
        {{ args.recorded_at or "cast(null as timestamp_ntz)" }} as daybook_recorded_at,
        cast(null as date) as daybook_held_since,
        cast(null as date) as daybook_state_since,
        cast(null as date) as daybook_item_since
    from {{ rows }}
{%- endmacro %}

{% macro _posted_lines(past, args) %}
    posted_lines as (

        select
            {{ daybook._line_columns(args) | join(", ") }},
            sum(event_count) as event_count
            {%- if not past.rebuilds %}, daybook_from_day {%- endif %}
        from {{ past.entries }}
        {% if not past.rebuilds -%}
            inner join items using ({{ args.item }})
            where
                daybook_is_late
                and event_date >= daybook_from_day
                and entry_month >= '{{ past.late_from[:7] }}'
        {% endif -%}
        group by all
        having sum(event_count) <> 0

    )
{% endmacro %}
