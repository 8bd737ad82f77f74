{#-
    The rows of an event log that have not been accepted yet, each once, with event_month.

    A log may be exported whole or in part, again and again: what is the same in every column
    is one row. So recorded_at must be when the source recorded the row, not when the log was
    exported. Rows that cannot be placed are refused before anything is written: those without
    item, state or time, and where a column is named for it those without recorded_at or
    is_deleted.
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
    recorded_at=none
) %}
    {%- set columns = [item, state, occurred_at] + order_by + dimensions -%}
    {%- for column in (is_deleted, recorded_at) if column -%}
        {%- do columns.append(column) -%}
    {%- endfor -%}
    {%- set first_month = daybook._first_placed_month(
        events,
        occurred_at,
        daybook._needed(item, state, occurred_at, is_deleted, recorded_at),
    ) %}

    with

        events as (select * from {{ events }}),

        distinct_events as (

            select distinct
                {{ columns | join(", ") }},
                date_format({{ occurred_at }}, 'yyyy-MM') as event_month
            from events

        )

    {%- if accepted %}
            ,

            accepted as (

                select *
                from {{ accepted }}
                {% if first_month %} where event_month >= '{{ first_month }}'{% endif %}

            ),

            not_accepted as (

                select distinct_events.*
                from distinct_events
                left anti join
                    accepted
                    on {% for column in columns -%}
                        distinct_events.{{ column }} <=> accepted.{{ column }}
                        {{- " and " if not loop.last }}
                    {%- endfor %}

            )

        select *
        from not_accepted
    {%- else %} select * from distinct_events
    {%- endif %}

{% endmacro %}

{#-
    The month of the earliest event, from which on accepted ones can be the same; refuses those
    that cannot be placed. One look, under the lock: dbt compiles a model once more before that.
-#}
{% macro _first_placed_month(events, occurred_at, needed) %}
    {% if not execute or not sql or flags.EMPTY %} {% do return(none) %} {% endif %}
    {% set query %}
        select to_json(struct(
            {{ daybook._lacks(events, needed) }} as lacks,
            (select date_format(min({{ occurred_at }}), 'yyyy-MM') from {{ events }})
                as first_month
        ))
    {% endset %}
    {% set found = daybook._json_rows(query)[0] %}
    {% do daybook._refuse_unplaced(found.lacks, needed) %}
    {% do return(found.first_month) %}
{% endmacro %}
