{#-
    The rows of an event log that have not been accepted yet, each once, with event_month.

    A log may be exported whole or in part, again and again: what is the same in every column
    is one row. So recorded_at must be when the source recorded the row, not when the log was
    exported.

    Refused before anything is published: rows without item, state or time, and where a column
    is named for it without its time in UTC, recorded_at or is_deleted; and different events of
    an item at one time and order, recorded at one time, unless what was recorded last withdraws
    them.
-#}
{% macro accept_events(
    events,
    accepted,
    item,
    state,
    occurred_at,
    order_by=[],
    dimensions=[],
    is_deleted=none,
    recorded_at=none,
    occurred_at_utc=none
) %}
    {%- if not execute -%} {%- do return("") -%} {%- endif -%}
    {%- do daybook._check_order_by("accept_events", order_by) -%}
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
    {%- set combination = [state] + dimensions -%}
    {%- set identity = [item] + daybook._event_order(
        occurred_at, occurred_at_utc, order_by
    ) -%}
    {%- set version -%}
        struct({{ recorded_at or "1" }} as recorded_at, {{ is_deleted or "false" }} as is_deleted)
    {%- endset -%}
    {%- set event = "struct(" ~ combination | join(", ") ~ ")" -%}
    {%- set columns = identity + combination -%}
    {%- for column in (is_deleted, recorded_at) if column -%}
        {%- do columns.append(column) -%}
    {%- endfor -%}
    {%- do daybook._check_read_columns(
        "accept_events",
        columns,
        [
            "batch_id",
            "event_month",
            "is_accepted",
            "is_known",
            "is_tied",
            "posted_batch_id",
        ],
    ) -%}
    {%- do daybook._plan(
        "accept_events",
        {"options": {"batch": "append", "partition_by": ["event_month"]}},
    ) -%}
    {%- set first_month = daybook._first_placed_month(
        events,
        occurred_at,
        daybook._needed(
            item,
            state,
            occurred_at,
            is_deleted,
            recorded_at,
            occurred_at_utc,
        ),
        daybook._tied_events(events, identity, version, event),
    ) -%}
    {%- do daybook._check_accepted(accepted, columns) %}

    with

        exported as (

            select
                {{ columns | join(", ") }},
                date_format({{ occurred_at }}, 'yyyy-MM') as event_month,
                false as is_accepted
            from {{ events }}

            {%- if accepted %}

                union all

                select {{ columns | join(", ") }}, event_month, true as is_accepted
                from {{ accepted }}
                {% if first_month %} where event_month >= '{{ first_month }}'{% endif %}

            {%- endif %}

        ),

        compared as (

            select
                *,
                lag(struct({{ columns | join(", ") }})) over recorded
                <=> struct({{ columns | join(", ") }}) as is_known,
                max({{ version }}) over (partition by {{ identity | join(", ") }})
                = {{ version }}
                and not {{ is_deleted or "false" }}
                and not (min({{ event }}) over at_one_time)
                <=> (max({{ event }}) over at_one_time) as is_tied
            from exported
            window
                recorded as (
                    partition by {{ identity | join(", ") }}
                    order by {{ version }}, {{ event }}, is_accepted desc
                ),
                at_one_time as (partition by {{ identity | join(", ") }}, {{ version }})

        )

    select
        {{ columns | join(", ") }},
        if(
            is_tied,
            raise_error(
                concat(
                    'daybook: {{ this }}: {{ item }} ',
                    {{ item }},
                    ' has two different events at ',
                    {{ occurred_at }},
                    ': name in order_by what tells which came first'
                )
            ),
            event_month
        ) as event_month
    from compared
    where not is_accepted and not is_known

{% endmacro %}

{#-
    The month of the earliest event, from which on accepted ones can be the same; refuses those
    that cannot be placed. One look, under the lock: dbt compiles a model once more before that.
-#}
{% macro _first_placed_month(events, occurred_at, needed, tied) %}
    {% if not daybook._may_read_rows() %} {% do return(none) %} {% endif %}
    {% set query %}
        select to_json(struct(
            {{ daybook._lacks(events, needed) }} as lacks,
            (select date_format(min({{ occurred_at }}), 'yyyy-MM') from {{ events }})
                as first_month,
            {{ tied }} as tied
        ))
    {% endset %}
    {% set found = daybook._json_rows(query)[0] %}
    {% do daybook._refuse_unplaced(found.lacks, needed) %}
    {% if found.tied %}
        {% do daybook._raise(
            this,
            found.tied
            ~ " times an item has different events at one "
            ~ occurred_at
            ~ ": name in order_by the columns that tell which came first. Nothing was"
            ~ " taken in",
        ) %}
    {% endif %}
    {% do return(found.first_month) %}
{% endmacro %}

{#- How often what was recorded last of an item, time and order is not one event: a scalar
    query. -#}
{% macro _tied_events(events, identity, version, event) %}
    {%- set query -%}
        (
            select count(*)
            from (
                select
                    max({{ version }}) as last_version,
                    collect_set(struct({{ version }} as version, {{ event }} as event))
                        as versions
                from {{ events }}
                group by {{ identity | join(", ") }}
            )
            where
                not last_version.is_deleted
                and size(filter(versions, each -> each.version = last_version)) > 1
        )
    {%- endset -%}
    {%- do return(query) -%}
{% endmacro %}

{#- A column that is new would make every event that was accepted a new one. -#}
{% macro _check_accepted(accepted, columns) %}
    {% if (accepted and not accepted.is_cte and not daybook._is_rendered_again()) %}
        {% set known = (
            daybook._state(daybook._log_of(accepted)).columns
            | map("lower")
            | list
        ) %}
        {% for column in columns if column | lower not in known %}
            {% do daybook._raise(
                this,
                "the events accepted so far have no column "
                ~ column
                ~ ": rebuild it with --full-refresh",
            ) %}
        {% endfor %}
    {% endif %}
{% endmacro %}
