{#-
    What snapshots change, as arrivals: a row for each key in which a snapshot differs from the one before
    it. If another one comes after it, the key has a row at its time, too, with what that one says. A key
    that is gone has NULL for its values.

        daybook_kind       changed, or resumed from the next snapshot on; or what is refused: twice, for
                           a key that comes twice in a snapshot, and other, if there are two different
                           snapshots of one time
        daybook_joins_at   the time of the next snapshot, if that says the same
        daybook_taken_at   when the snapshot was taken
-#}
{% macro _changes_of_snapshots(run) %}
    {%- set key = run.key | join(", ") %}
    with
        {{ daybook._ctes_of_snapshots(run) }},

        daybook_states as ({{ daybook._states_of_snapshots(run) }}),

        daybook_compared as ({{ daybook._compared_snapshots(run) }}),

        daybook_judged as (

            select
                *,
                case
                    when daybook_rows_at > daybook_batches
                    then 'twice'
                    when
                        daybook_rows_at between 1 and daybook_batches - 1
                        or not daybook_is_one
                        or daybook_is_again
                        and daybook_differs_before
                    then 'other'
                end as daybook_problem,
                not daybook_is_again and daybook_differs_before as daybook_is_changed
            from
                (
                    select
                        *,
                        {{ daybook._differs_from(run, "before") }}
                        as daybook_differs_before,
                        {{ daybook._differs_from(run, "after") }}
                        as daybook_differs_after
                    from daybook_compared
                )

        ),

        daybook_lines as (

            select
                *,
                stack(
                    3,
                    if(daybook_is_changed, 'changed', null),
                    daybook_taken_at,
                    daybook_at,
                    daybook_rows_at = 0,
                    if(
                        daybook_is_changed
                        and daybook_differs_after
                        and daybook_after_at is not null,
                        'resumed',
                        null
                    ),
                    daybook_after_at,
                    daybook_after,
                    daybook_rows_after = 0,
                    daybook_problem,
                    daybook_taken_at,
                    daybook_at,
                    false
                ) as (daybook_kind, daybook_line_at, daybook_row, daybook_is_gone)
            from daybook_judged

        )

    select
        {{ key }},
        {% for column in run["values"] -%}
            daybook_row.{{ column }} as {{ column }},
        {% endfor -%}
        daybook_line_at as {{ run.event_time }},
        {% if run.system_time -%}
            daybook_recorded_at as {{ run.system_time }},
        {% endif -%}
        daybook_is_gone,
        daybook_kind,
        if(
            daybook_kind = 'changed' and not daybook_differs_after,
            daybook_after_at,
            null
        ) as daybook_joins_at,
        daybook_taken_at
    from daybook_lines
    where daybook_kind is not null
{% endmacro %}
