{#-
    Events as double entries: +1 when an item enters a combination of state and dimensions,
    -1 when it leaves it, dated at the next event. Nothing posted is ever changed: what late
    and withdrawn events put wrong is put right by adjusting entries.

        issue_id  status  event_at          direction  event_count  held_since  age_days
        288       Opened  2015-09-01 12:31  in          1           2015-09-01  0
        288       Opened  2015-09-03 10:11  out        -1           2015-09-01  2

    For each item that has new events: the entries that should be, less those that are.
    An item's new events usually come after its last: then its present entry is enough, which
    is kept for every item in partitions that readers do not see ("open", and "resting" for
    terminal states). Where one comes before, the item's events and entries are read from
    that day on. From whichever is read on, the rest is one text:

        events by item, in order  →  those that change something  →  out and in lines
        less the lines posted     →  what to post, and the item's present entry
-#}
{% macro negate_events(
    events,
    history,
    posted,
    item,
    state,
    occurred_at,
    order_by=[],
    dimensions=[],
    is_deleted=none,
    recorded_at=none,
    calendar=none,
    calendar_name=none,
    terminal_states=[],
    occurred_at_utc=none
) %}
    {%- if not execute -%} {%- do return("") -%} {%- endif -%}
    {%- do daybook._check_order_by("negate_events", order_by) -%}
    {%- do daybook._check_plain_columns(
        events,
        {
            "item": item,
            "state": state,
            "occurred_at": occurred_at,
            "occurred_at_utc": occurred_at_utc,
            "order_by": order_by,
            "dimensions": dimensions,
            "is_deleted": is_deleted,
            "recorded_at": recorded_at,
        },
    ) -%}
    {%- do daybook._check_calendar_name(calendar, calendar_name, dimensions) -%}
    {%- set order = daybook._event_order(occurred_at, occurred_at_utc, order_by) -%}
    {%- set names = {
        "item": item,
        "state": state,
        "occurred_at": occurred_at,
        "occurred_at_utc": occurred_at_utc,
        "is_deleted": is_deleted,
        "recorded_at": recorded_at,
        "identity": [item] + order,
        "combination": [state] + dimensions,
        "order": order,
        "line": [
            "event_date",
            "direction",
            "held_since",
            "age_days",
            "age_days_by_item",
        ]
        + (["age_working_days"] if calendar else []),
        "calendar": calendar,
        "calendar_name": calendar_name,
    } -%}
    {%- do daybook._check_entry_columns(names) -%}
    {%- set columns = names.identity + names.combination + names.line -%}
    {%- set scope = daybook._entries_scope(posted, columns) -%}
    {%- do scope.update({"late_from": daybook._late_from(events, scope, names)}) -%}
    {%- do daybook._plan(
        "negate_events",
        {
            "options": {
                "batch": "append",
                "partition_by": ["entry_month"],
                "replace_where": "entry_month = 'open'",
                "private": ["open", "resting"],
            },
            "replaces": (
                {"where": "entry_month in ('open', 'resting')"}
                if scope.rebuilds
                else {}
            ),
        },
    ) %}

    with

        {{ daybook._entry_sources(events, history, scope, names) }},

        {{ daybook._entry_changes(names) }},

        {{ daybook._entry_lines(scope, names) }}

    select
        {{ columns | join(", ") }},
        event_count,
        case
            when direction <> 'present'
            then date_format(event_date, 'yyyy-MM')
            when
                {{ state }} is null
                {% if terminal_states -%}
                    or {{ state }} in ({{ daybook._quoted_list(terminal_states) }})
                {%- endif %}
            then 'resting'
            else 'open'
        end as entry_month
    from to_post
    {% if scope.present %}
        union all
        select {{ columns | join(", ") }}, event_count, entry_month
        from untouched
    {% endif %}

{% endmacro %}

{#- The columns that are read must not be called what the entries or their SQL call theirs. -#}
{% macro _check_entry_columns(names) %}
    {% do daybook._check_read_columns(
        "negate_events",
        names.identity + names.combination,
        names.line
        + [
            "age_working_days",
            "batch_id",
            "enters_state",
            "entry_month",
            "event_count",
            "event_month",
            "first_new",
            "is_change",
            "is_last",
            "is_late",
            "is_live",
            "is_of_previous",
            "is_superseded",
            "is_tied",
            "is_withdrawn",
            "item_began",
            "item_from",
            "item_since",
            "known_since",
            "posted_batch_id",
            "present",
            "previous",
            "previous_held_since",
            "previous_state_since",
            "sequence",
            "state_since",
        ],
    ) %}
{% endmacro %}
