{#-
    From the stream to what changes, in three passes over each item's events:

        versions  of the rows of one time and order the last recorded counts; two that differ
                  and were recorded at one time are refused
        followed  what stands, with the combination before: what is the same changes nothing
        changes   what changes, with since when what it ends was held; state_since runs on
                  when only a dimension changes

    The last row of an item is kept even if it is withdrawn or changes nothing, for the item's
    present entry is noted at it: of an item of which nothing is left, that it is in no state.
-#}
{% macro _entry_changes(names) %}
    {%- set event_date = "cast(" ~ names.occurred_at ~ " as date)" -%}
    {%- set event = ["sequence", event_date] + names.order -%}
    {%- set by_item -%}
        partition by {{ names.item }} order by {{ event | join(", ") }}
    {%- endset -%}
    {%- set combination -%}
        struct({{ names.combination | join(", ") }})
    {%- endset %}

    versions as (

        select
            *,
            lead(sequence) over recorded is null as is_last,
            {{ daybook._is_same("lead", event) }} as is_superseded,
            {{ daybook._is_same("lag", event + ["known_since"]) }}
            and not (is_withdrawn or lag(is_withdrawn) over recorded)
            and not ({{ daybook._is_same("lag", names.combination) }}) as is_tied
        from stream
        window recorded as ({{ by_item }}, known_since, is_withdrawn)

    ),

    followed as (

        select
            *,
            not (is_superseded or is_withdrawn) as is_live,
            lag({{ combination }}) over ({{ by_item }}) as previous
        from versions
        where
            case
                when is_tied and not is_superseded
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
                else is_last or not (is_superseded or is_withdrawn)
            end

    ),

    compared as (

        select
            *,
            is_live and not previous <=> {{ combination }} as is_change,
            sequence = 0
            or is_live
            and not previous.{{ names.state }} <=> {{ names.state }} as enters_state
        from followed

    ),

    changes as (

        select
            *,
            lag(coalesce(held_since, {{ event_date }})) over changed
            as previous_held_since,
            max(
                case when enters_state then coalesce(state_since, {{ event_date }}) end
            ) over ({{ by_item }} rows between unbounded preceding and 1 preceding)
            as previous_state_since,
            first_value(coalesce(item_since, {{ event_date }})) over changed
            as item_began
        from compared
        where is_change or is_last
        window changed as ({{ by_item }})

    )
{% endmacro %}

{#- Whether the row recorded before (lag) or after (lead) has the same in all columns. -#}
{% macro _is_same(lag_or_lead, columns) %}
    {%- for column in columns %}
        {{ "and " if not loop.first }}{{ lag_or_lead }} ({{ column }}) over recorded
        <=> {{ column }}
    {%- endfor %}
{% endmacro %}
