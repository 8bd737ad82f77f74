{#-
    From the stream to the entries that should be, one row each: `changes`, with the time and
    order of the event by which the item entered it, and of that by which it left.

    What is withdrawn, or recorded again, goes first: of the rows of one item, time and order
    the last recorded counts; two that differ and were recorded at one time are refused. Then rows that change neither state nor dimensions. state_since
    runs on when only a dimension changes. An item of which nothing is left keeps one row, so
    that its present entry is known to be none.
-#}
{% macro _entry_changes(names) %}
    {%- set by_item -%}
        partition by {{ names.item }}
        order by sequence, {{ names.order | join(", ") }}
    {%- endset -%}
    {%- set same -%}
        struct(sequence, {{ names.order | join(", ") }})
    {%- endset -%}
    {%- set combination -%}
        struct({{ names.combination | join(", ") }})
    {%- endset %}

    versions as (

        select
            *,
            not coalesce(lead({{ same }}) over recorded <=> {{ same }}, false)
            and not is_withdrawn as is_live,
            case
                when
                    lag({{ same }}) over recorded <=> {{ same }}
                    and not coalesce(
                        lead({{ same }}) over recorded <=> {{ same }}, false
                    )
                    and lag(known_since) over recorded <=> known_since
                    and not lag(is_withdrawn) over recorded
                    and not is_withdrawn
                    and not (lag({{ combination }}) over recorded <=> {{ combination }})
                then
                    raise_error(
                        concat(
                            'daybook: {{ this }}: {{ names.item }} ',
                            {{ names.item }},
                            ' has two different events at ',
                            {{ names.occurred_at }},
                            ': name in order_by what tells which came first'
                        )
                    )
            end as tie,
            max(struct({{ names.order | join(", ") }})) over (
                partition by {{ names.item }}
            ) as last_event
        from stream
        window recorded as ({{ by_item }}, known_since, is_withdrawn)

    ),

    live as (

        select *, count_if(is_live) over (partition by {{ names.item }}) as live_events
        from versions
        where tie is null

    ),

    kept as (

        select
            *,
            lag({{ combination }}) over ({{ by_item }}) <=> {{ combination }}
            and lag(sequence) over ({{ by_item }}) is not null as is_same,
            lag({{ names.state }}) over ({{ by_item }})
            <=> {{ names.state }} as is_same_state,
            row_number() over ({{ by_item }}) as position,
            min(coalesce(item_since, cast({{ names.occurred_at }} as date))) over (
                partition by {{ names.item }}
            ) as item_began
        from live
        where is_live or live_events = 0

    ),

    changes as (

        select
            {{ names.item }},
            struct({{ names.order | join(", ") }}) as entered_by,
            lead(struct({{ names.order | join(", ") }})) over changed as left_by,
            {% for column in names.combination -%}
                case when live_events > 0 then {{ column }} end as {{ column }},
            {% endfor -%}
            sequence,
            live_events,
            last_event,
            item_began as item_since,
            coalesce(held_since, cast({{ names.occurred_at }} as date)) as held_since,
            max(
                case
                    when not is_same_state or sequence = 0
                    then coalesce(state_since, cast({{ names.occurred_at }} as date))
                end
            ) over ({{ by_item }} rows unbounded preceding) as state_since
        from kept
        where (live_events > 0 and not is_same) or (live_events = 0 and position = 1)
        window changed as ({{ by_item }})

    )
{% endmacro %}
