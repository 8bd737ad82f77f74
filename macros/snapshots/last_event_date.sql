{#-
    The last date of the whole input, as a scalar query: of all accepted events, those that
    change nothing included. Only the last published month is read.

    With is_deleted, events that were withdrawn do not count. All recordings of an event lie in
    one month, so the last month that has one left is enough; a batched model, under its lock,
    looks for it from the last one back, and has the date itself in its SQL.
-#}
{% macro last_event_date(
    events,
    occurred_at,
    month="event_month",
    item=none,
    order_by=[],
    is_deleted=none,
    recorded_at=none,
    occurred_at_utc=none
) %}
    {%- if not execute -%} {%- do return("") -%} {%- endif -%}
    {%- do daybook._check_order_by("last_event_date", order_by) -%}
    {%- do daybook._check_plain_names(this, {"month": month}) -%}
    {%- do daybook._check_plain_columns(
        events,
        {
            "item": item,
            "occurred_at": occurred_at,
            "occurred_at_utc": occurred_at_utc,
            "order_by": order_by,
            "is_deleted": is_deleted,
            "recorded_at": recorded_at,
        },
    ) -%}
    {% if is_deleted and not item %}
        {% do daybook._bad_option(
            this, "is_deleted", is_deleted, "name the item, and order_by, too"
        ) %}
    {% endif %}
    {% set months = daybook._months_of(events, month) %}
    {% set dates = (
        "select max(cast("
        ~ occurred_at
        ~ " as date)) from "
        ~ (
            daybook._standing_events(
                events,
                [item]
                + daybook._event_order(
                    occurred_at, occurred_at_utc, order_by
                ),
                month,
                is_deleted,
                recorded_at,
            )
            if is_deleted
            else events
        )
    ) %}
    {% if months and not is_deleted %}
        {% do return(
            "("
            ~ dates
            ~ " where "
            ~ month
            ~ " = "
            ~ daybook._quoted(months[0])
            ~ ")"
        ) %}
    {% endif %}
    {% for value in months if daybook._may_read_rows() %}
        {% set found = daybook._json_rows(
            "select to_json(array(cast(("
            ~ dates
            ~ " where "
            ~ month
            ~ " = "
            ~ daybook._quoted(value)
            ~ ") as string)))"
        )[0][0] %}
        {% if found %} {% do return("date'" ~ found ~ "'") %} {% endif %}
    {% endfor %}
    {% do return("(" ~ dates ~ ")") %}
{% endmacro %}

{#- The published months, the last first. -#}
{% macro _months_of(events, month) %}
    {% if events.is_cte or daybook._phase() in ("parse", "unit_test") %}
        {% do return([]) %}
    {% endif %}
    {% set log = daybook._log_of(events) %}
    {% set state = daybook._state(log, log.flipped) %}
    {% set columns = state.partition_by | map("first") | list %}
    {% if state.pointer and month not in columns %}
        {% do daybook._bad_option(
            this,
            "month",
            month,
            (events | string)
            ~ " is partitioned by "
            ~ (columns | join(", ") or "nothing")
            ~ ": name its column of months",
        ) %}
    {% endif %}
    {% set months = {} %}
    {% for partition, ids in state.pointer.items() if ids %}
        {% do months.update({fromjson(partition)[columns.index(month)]: true}) %}
    {% endfor %}
    {% do return(months | sort(reverse=true)) %}
{% endmacro %}

{#- Of the rows of one item, time and order the last recorded counts. -#}
{% macro _standing_events(events, identity, month, is_deleted, recorded_at) %}
    {%- set recorded = [recorded_at, is_deleted] | select | join(", ") -%}
    (
        select {{ identity | join(", ") }}, {{ month }}
        from {{ events }}
        group by {{ identity | join(", ") }}, {{ month }}
        having not max_by({{ is_deleted }}, struct({{ recorded }}))
    )
{% endmacro %}
