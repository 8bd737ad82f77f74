{#-
    The rows to look at, by item:

        new_events    what has arrived
        untouched     the open entries of other items
        posted_lines  of late items, what is posted from item_from on, netted
        stream        events from the last known one on, or from item_from where late, after
                      the entry in force before that: sequence 0
-#}
{% macro _entry_sources(events, history, scope, names) %}
    {%- set columns = names.order + names.combination -%}
    {%- set deleted = names.is_deleted or "false" -%}
    {%- set recorded = names.recorded_at or "cast(null as timestamp_ntz)" -%}
    {%- set item = names.item -%}
    {%- set occurred_at = names.occurred_at -%}

    new_events as (select * from {{ events }}),

    {%- if scope.present %}

        {{ daybook._touched_items(scope, names) }},

        untouched as (

            select *
            from {{ scope.present }}
            left anti join touched using ({{ item }})
            where entry_month = 'open'

        ),

    {%- endif %}

    {%- if scope.late_from %}

        posted_lines as (

            select
                {{ item }},
                {{ (columns + names.line) | join(", ") }},
                sum(event_count) as event_count
                {%- if not scope.rebuilds %}, item_from{% endif %}
            from {{ scope.entries }}
            {% if not scope.rebuilds -%}
                inner join items using ({{ item }})
                where
                    is_late
                    and event_date >= item_from
                    and entry_month >= '{{ scope.late_from[:7] }}'
            {% endif -%}
            group by all
            having sum(event_count) <> 0

        ),

    {%- endif %}

    stream as (

        select
            {{ item }},
            {{ columns | join(", ") }},
            1 as sequence,
            {{ deleted }} as is_withdrawn,
            {{ recorded }} as known_since,
            cast(null as date) as held_since,
            cast(null as date) as state_since,
            cast(null as date) as item_since
        from new_events

        {%- if scope.late_from and not scope.rebuilds %}

            union all

            select
                {{ item }},
                {{ columns | join(", ") }},
                1 as sequence,
                {{ deleted }} as is_withdrawn,
                {{ recorded }} as known_since,
                null as held_since,
                null as state_since,
                null as item_since
            from {{ history }}
            inner join items using ({{ item }})
            where
                is_late
                and {{ occurred_at }} >= item_from
                and event_month >= '{{ scope.late_from[:7] }}'

            union all

            select
                {{ item }},
                {{ columns | join(", ") }},
                0 as sequence,
                false as is_withdrawn,
                null as known_since,
                held_since,
                date_sub(event_date, age_days) as state_since,
                date_sub(event_date, age_days_by_item) as item_since
            from posted_lines
            where direction = 'out' and held_since < item_from

        {%- endif %}

        {%- if scope.present %}

            union all

            select
                {{ item }},
                {% for column in columns %} present.{{ column }}, {% endfor %}
                0 as sequence,
                false as is_withdrawn,
                null as known_since,
                present.held_since,
                present.state_since,
                present.item_since
            from items
            where
                present.{{ names.state }} is not null
                and (not is_late or present.held_since < item_from)

        {%- endif %}

    )
{% endmacro %}

{#- The items that new events touch: is_late, item_from, and their present entry. -#}
{% macro _touched_items(scope, names) %}
    {%- set columns = names.order + names.combination -%}
    {%- set item = names.item %}
    touched as (

        select
            {{ item }},
            min(
                struct(
                    cast({{ names.occurred_at }} as date) as event_date,
                    {{ names.order | join(", ") }}
                )
            ) as first_new
        from new_events
        group by {{ item }}

    ),

    present as (

        select
            {{ item }},
            max_by(
                struct(
                    {{ columns | join(", ") }},
                    event_date,
                    held_since,
                    date_sub(event_date, age_days) as state_since,
                    date_sub(event_date, age_days_by_item) as item_since
                ),
                struct(entry_month = 'open', posted_batch_id)
            ) as present
        from {{ scope.present }}
        left semi join touched using ({{ item }})
        group by {{ item }}

    ),

    items as (

        select
            {{ item }},
            present,
            coalesce(
                first_new <= struct(
                    present.event_date
                    {%- for column in names.order %}, present.{{ column }} {%- endfor %}
                ),
                false
            ) as is_late,
            first_new.event_date as item_from
        from touched
        left join present using ({{ item }})

    )
{% endmacro %}
