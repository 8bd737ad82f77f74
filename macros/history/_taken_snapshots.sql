{#-
    The snapshots that are new to a run, as CTEs:

        daybook_rows    their rows, with the moment at which each was taken
        daybook_taken   the snapshots: a row for each scope and moment, with the time at which its first
                        copy was recorded, and the number of its copies
        daybook_known   those that are processed: the history has their moments, and the batch that
                        posted them
        daybook_frames  each new one, with the one before it and the one after it, see
                        _frames_of_snapshots.sql
        daybook_roles   the same, with a row for it and one for that before it
-#}
{% macro _ctes_of_snapshots(run) %}
    {%- set scope = daybook._followed_by_commas(run.scope) -%}
    daybook_rows as ({{ daybook._rows_of_snapshots(run) }}),

    daybook_taken as (

        select
            {{ scope }}
            daybook_at,
            min(daybook_recorded_at) as daybook_recorded_at,
            count(*) as daybook_copies,
            bit_xor(xxhash64(daybook_batch)) as daybook_batches
        from
            (
                select
                    {{ scope }}
                    daybook_at,
                    daybook_batch,
                    max(daybook_recorded_at) as daybook_recorded_at
                from daybook_rows
                group by {{ scope }} daybook_at, daybook_batch
            )
        group by {{ scope }} daybook_at

    ),

    {% if run.published -%}
        daybook_known as ({{ daybook._known_snapshots(run) }}),
    {%- endif %}

    {{ daybook._frames_of_snapshots(run) }},

    daybook_roles as (

        select
            {{ scope }}
            {{ daybook._columns_of_frames() }},
            stack(
                2,
                'at',
                daybook_taken_at,
                false,
                'before',
                daybook_before_at,
                daybook_before_posted is not null
            ) as (daybook_role, daybook_at, daybook_is_known)
        from daybook_frames

    )
{% endmacro %}

{% macro _rows_of_snapshots(run) %}
    select
        {{ run.key | join(", ") }},
        {{ daybook._moment(run.event_time, run.event, run.event_type) }} as daybook_at,
        {{ daybook._system_at(run) if run.system_time else 0 }} as daybook_recorded_at,
        {{ daybook._struct_of(run["values"]) }} as daybook_row,
        {{ "1" if daybook.current_phase() == "unit_test" else "posted_batch_id" }}
        as daybook_batch
    from {{ run.arrivals }}
{%- endmacro %}
