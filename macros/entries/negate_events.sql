{#-
    Events as double entries: +1 when an item enters a combination of state and dimensions,
    -1 when it leaves it, dated at the next event. Nothing posted is ever changed: adjusting
    entries put right what late and withdrawn events put wrong.

        issue_id  status  event_at          direction  event_count  held_since  age_days
        288       Opened  2015-09-01 12:31  in          1           2015-09-01  0
        288       Opened  2015-09-03 10:11  out        -1           2015-09-01  2

    For each item that has new events: the entries that should be, less those that are.
    An item's new events usually come after its last: then its present entry is enough, which
    is kept for every item in partitions that readers do not see ("open", and "resting" for
    terminal states). If one comes before, the item's events and entries are read from that day
    on. The rest is the same SQL:

        events by item, in order  →  those that change something  →  out and in lines
        less the lines posted     →  what to post, and the item's present entry
-#}
{% macro negate_events(
    events, history, posted, event_log, calendar=none, calendar_name=none
) %}
    {%- if not execute -%} {%- do return("") -%} {%- endif -%}
    {%- set args = daybook._event_arguments(
        "negate_events",
        events,
        event_log,
        {"calendar": calendar, "calendar_name": calendar_name},
    ) -%}
    {%- set line = daybook._line_columns(args) -%}
    {%- set past = daybook._past_of_items(events, posted, args) -%}
    {%- set all_present = {"where": "entry_month in ('open', 'resting')"} -%}
    {%- set makes_present_again = past.posted and not past.present -%}
    {%- do daybook.make_plan(
        "negate_events",
        {
            "publishes": line + ["event_count", "entry_month"],
            "options": {
                "batch": "append",
                "partition_by": ["entry_month"],
                "replace_where": "entry_month = 'open'",
                "private": ["open", "resting"],
            },
            "replaces": all_present if makes_present_again else {},
        },
    ) %}

    with

        {{ daybook._entry_sources(events, history, past, args) }},

        {{ daybook._entry_changes(args) }},

        {{ daybook._entry_lines(args) }}

        {%- if past.posted %}, {{ daybook._entries_to_post(args) }} {%- endif %}

    select
        {{ line | join(", ") }},
        event_count,
        case
            when direction <> 'present'
            then date_format(event_date, 'yyyy-MM')
            when {{ args.state }} is null or {{ daybook._is_terminal(args) }}
            then 'resting'
            else 'open'
        end as entry_month
    from {{ "to_post" if past.posted else "expected_lines" }}
    {% if past.present %}
        {#- The open entries of the other items. #}
        union all
        select {{ line | join(", ") }}, event_count, entry_month
        from {{ past.present }}
        left anti join touched using ({{ args.item }})
        where entry_month = 'open'
    {% endif %}

{% endmacro %}
