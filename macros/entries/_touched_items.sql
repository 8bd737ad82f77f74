{#-
    The items that new events touch, from their present entries:

        daybook_present   what the item's present entry says, and the days since when
        daybook_is_late   whether an event does not come after the item's last
        daybook_from_day  the day of its first new event
-#}
{% macro _touched_items(present, args) %}
    touched as (

        select
            {{ args.item }},
            min(
                struct(
                    cast({{ args.occurred_at }} as date) as daybook_event_date,
                    {{ args.order | join(", ") }}
                )
            ) as daybook_first_new
        from new_events
        group by {{ args.item }}

    ),

    present as (

        select
            {{ args.item }},
            max_by(
                struct(
                    {{ (args.order + args.combination) | join(", ") }},
                    event_date as daybook_event_date,
                    held_since as daybook_held_since,
                    date_sub(event_date, age_days) as daybook_state_since,
                    date_sub(event_date, age_days_by_item) as daybook_item_since
                ),
                struct(entry_month = 'open', posted_batch_id)
            ) as daybook_present
        from {{ present }}
        left semi join touched using ({{ args.item }})
        group by {{ args.item }}

    ),

    items as (

        select
            {{ args.item }},
            daybook_present,
            coalesce(
                daybook_first_new <= struct(
                    daybook_present.daybook_event_date
                    {%- for column in args.order %}
                        , daybook_present.{{ column }}
                    {%- endfor %}
                ),
                false
            ) as daybook_is_late,
            daybook_first_new.daybook_event_date as daybook_from_day
        from touched
        left join present using ({{ args.item }})

    )
{% endmacro %}
