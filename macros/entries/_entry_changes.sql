{#-
    From the stream to what changes, in three passes over each item's events:

        versions  of the rows of one time and order the last recorded counts; two that differ
                  and were recorded at one time are refused
        followed  what stands, with the combination before: what is the same changes nothing
        changes   what changes, with since when what it ends was held; the state's day runs on
                  when only a dimension changes

    The last row of an item is kept even if it is withdrawn or changes nothing, because the item's
    present entry is noted at it: if nothing is left of an item, that it is in no state.
-#}
{% macro _entry_changes(args) %}
    {%- set event = (["daybook_sequence", "event_date"] + args.order) | join(", ") -%}
    {%- set by_item -%} partition by {{ args.item }} order by {{ event }} {%- endset -%}
    {%- set combination -%} struct({{ args.combination | join(", ") }}) {%- endset %}

    versions as (

        select
            *,
            lead(daybook_sequence) over recorded is null as daybook_is_last,
            lead(struct({{ event }})) over recorded
            <=> struct({{ event }}) as daybook_is_superseded,
            not daybook_is_withdrawn
            and not (min({{ combination }}) over at_one_time)
            <=> (max({{ combination }}) over at_one_time) as daybook_is_tied
        from stream
        window
            recorded as ({{ by_item }}, daybook_recorded_at, daybook_is_withdrawn),
            at_one_time as (
                {{ by_item }},
                daybook_recorded_at,
                daybook_is_withdrawn
                range between current row and current row
            )

    ),

    followed as (

        select
            *,
            not (daybook_is_superseded or daybook_is_withdrawn) as daybook_is_live,
            lag({{ combination }}) over ({{ by_item }}) as daybook_previous
        from versions
        where
            case
                when daybook_is_tied and not daybook_is_superseded
                then {{ daybook._tied_events_error(args) }}
                else
                    daybook_is_last
                    or not (daybook_is_superseded or daybook_is_withdrawn)
            end

    ),

    compared as (

        select
            *,
            daybook_is_live
            and not daybook_previous <=> {{ combination }} as daybook_is_change,
            daybook_sequence = 0
            or daybook_is_live
            and not daybook_previous.{{ args.state }}
            <=> {{ args.state }} as daybook_enters_state
        from followed

    ),

    changes as (

        select
            *,
            lag(daybook_held_since) over changed as daybook_previous_held_since,
            max(case when daybook_enters_state then daybook_state_since end) over (
                {{ by_item }} rows between unbounded preceding and 1 preceding
            ) as daybook_previous_state_since,
            first_value(daybook_item_since) over changed as daybook_first_day
        from compared
        where daybook_is_change or daybook_is_last
        window changed as ({{ by_item }})

    )
{% endmacro %}

{#- SQL that fails the run, naming the item. -#}
{% macro _tied_events_error(args) -%}
    raise_error(
        concat(
            'daybook: {{ this }}: {{ args.item }} ',
            {{ args.item }},
            ' has two different events at ',
            {{ args.occurred_at }},
            ': name in order_by what tells which came first'
        )
    )
{%- endmacro %}
