{#-
    On every day and for every combination of state and dimensions: what came and went is what
    the entries say, and what is on hand is what was on hand the day before, plus what came,
    less what went. A combination with something on hand has a row on the next day. Terminal
    states have nothing on hand.
-#}
{% test snapshot_reconciles_with_entries(
    model, entries, state, dimensions=none, terminal_states=none
) %}
    {%- set arguments = daybook._arguments_of_test(
        model,
        "snapshot_reconciles_with_entries",
        {
            "entries": entries,
            "state": state,
            "dimensions": dimensions,
            "terminal_states": terminal_states,
        },
        [model, entries],
    ) -%}
    {%- set columns = ([arguments.state] + arguments.dimensions) | join(", ") %}

    with

        movements as (

            select
                event_date as snapshot_date,
                {{ columns }},
                if(direction = 'in', event_count, 0) as daybook_in,
                if(direction = 'out', - event_count, 0) as daybook_out
            from {{ entries }}
            union all
            select snapshot_date, {{ columns }}, - quantity_in, - quantity_out
            from {{ model }}

        ),

        moved_otherwise as (

            select
                snapshot_date,
                {{ columns }},
                sum(daybook_in) as daybook_missing_in,
                sum(daybook_out) as daybook_missing_out
            from movements
            group by snapshot_date, {{ columns }}
            having daybook_missing_in <> 0 or daybook_missing_out <> 0

        ),

        neighbours as (

            select
                snapshot_date,
                {{ columns }},
                sum(quantity_in) - sum(quantity_out) as daybook_moved,
                sum(quantity_on_hand) as daybook_on_hand,
                coalesce(
                    case
                        when lag(snapshot_date) over by_day = date_sub(snapshot_date, 1)
                        then lag(sum(quantity_on_hand)) over by_day
                    end,
                    0
                ) as daybook_on_hand_before,
                lead(snapshot_date) over by_day as daybook_next_date,
                max(snapshot_date) over () as daybook_last_date
            from {{ model }}
            group by snapshot_date, {{ columns }}
            window by_day as (partition by {{ columns }} order by snapshot_date)

        )

    select *
    from moved_otherwise
    union all
    select snapshot_date, {{ columns }}, daybook_on_hand, daybook_on_hand_before
    from neighbours
    where
        case
            when {{ daybook._is_terminal(arguments) }}
            then not daybook_on_hand <=> 0
            else
                not daybook_on_hand <=> daybook_on_hand_before + daybook_moved
                or (
                    daybook_on_hand <> 0
                    and snapshot_date < daybook_last_date
                    and not daybook_next_date <=> date_add(snapshot_date, 1)
                )
        end

{% endtest %}
