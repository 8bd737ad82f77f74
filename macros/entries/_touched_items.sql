{#-
    The items that new events touch, from their present entries:

        daybook_present   the item's present entry: the columns of _entry_in_force
        daybook_is_late   whether an event does not come after the item's last
        daybook_from_day  the day of its first new event
-#}
{% macro _touched_items(present, args) %}
    touched as (

        select
            {{ args.item }},
            min(
                struct(
                    cast({{ args.occurred_at }} as date) as event_date,
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
                struct({{ daybook._entry_in_force(args) | join(", ") }}),
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
                    daybook_present.event_date
                    {%- for column in args.order %}
                        , daybook_present.{{ column }}
                    {%- endfor %}
                ),
                false
            ) as daybook_is_late,
            daybook_first_new.event_date as daybook_from_day
        from touched
        left join present using ({{ args.item }})

    )
{% endmacro %}

{#- The columns of an entry from which an item goes on. -#}
{% macro _entry_in_force(args) %}
    {% set since = ["event_date", "held_since", "age_days", "age_days_by_item"] %}
    {% do return(args.order + args.combination + since) %}
{% endmacro %}
