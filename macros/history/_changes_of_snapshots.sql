{#-
    What snapshots change, as arrivals: a row for each key in which a snapshot differs from the one before
    it. A key that is gone has NULL for its values.

        daybook_kind       changed; or what is refused: twice, for a key that comes twice in a snapshot,
                           and other, if there are two different snapshots of one time
        daybook_ends_at    if the snapshot comes late, the time of the next one, at which what was
                           believed there resumes

    daybook_taken_at and daybook_recorded_at are the times of the snapshot. daybook_before_at is that of
    the one before it; daybook_follows_known says whether that one is processed.
-#}
{% macro _changes_of_snapshots(run) %}
    with
        {{ daybook._ctes_of_snapshots(run) }},

        daybook_states as ({{ daybook._states_of_snapshots(run) }}),

        daybook_compared as ({{ daybook._compared_snapshots(run) }}),

        daybook_judged as (

            select
                *,
                {#- Copies of one snapshot are equal, and come in a batch of their own each. -#}
                case
                    when daybook_rows_at > daybook_copies
                    then 'twice'
                    when
                        daybook_rows_at > 0
                        and not (
                            daybook_rows_at = daybook_copies
                            and daybook_batches_at = daybook_batches
                            and daybook_is_one
                        )
                        or daybook_is_again
                        and daybook_differs
                    then 'other'
                    when daybook_differs
                    then 'changed'
                end as daybook_kind
            from
                (
                    select *, {{ daybook._differs_from_before(run) }} as daybook_differs
                    from daybook_compared
                )

        )

    select
        {{ run.key | join(", ") }},
        {% for column in run["values"] -%} daybook_at.{{ column }}, {% endfor -%}
        daybook_taken_at,
        daybook_recorded_at,
        daybook_rows_at = 0 as daybook_is_gone,
        daybook_kind,
        daybook_before_at,
        daybook_before_posted is not null as daybook_follows_known,
        daybook_after_at as daybook_ends_at
    from daybook_judged
    where daybook_kind is not null
{% endmacro %}
