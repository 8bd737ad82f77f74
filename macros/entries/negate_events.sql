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

        events by item, in order  →  those that change something  →  in and out lines
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
    terminal_states=[]
) %}
    {%- set names = {
        "item": item,
        "state": state,
        "occurred_at": occurred_at,
        "order_by": order_by,
        "dimensions": dimensions,
        "is_deleted": is_deleted,
        "recorded_at": recorded_at,
        "identity": [item, occurred_at] + order_by,
        "combination": [state] + dimensions,
        "order": [occurred_at] + order_by,
    } -%}
    {%- set scope = daybook._entries_scope(posted) -%}
    {%- do scope.update({"late_from": daybook._late_from(events, scope, names)}) -%}
    {%- do scope.update({"counts_working_days": calendar is not none}) -%}
    {%- if scope.rebuilds -%} {{ daybook._note({"adjusts": true}) }} {%- endif %}

    with

        {{ daybook._entry_sources(events, history, scope, names) }},

        {{ daybook._entry_changes(names) }},

        {{ daybook._entry_lines(scope, names, calendar) }}

    select
        {{ names.identity | join(", ") }},
        {{ names.combination | join(", ") }},
        event_date,
        direction,
        event_count,
        held_since,
        age_days,
        {% if calendar %} age_working_days,{% endif %}
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
    {% if scope.present and not scope.rebuilds %}
        union all
        select
            {{ names.identity | join(", ") }},
            {{ names.combination | join(", ") }},
            event_date,
            direction,
            event_count,
            held_since,
            age_days,
            {% if calendar %} age_working_days,{% endif %}
            entry_month
        from untouched
    {% endif %}

{% endmacro %}
