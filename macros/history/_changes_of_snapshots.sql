{#-
    What snapshots change, as arrivals: a row for each key in which a snapshot differs from the one before
    it. A key that is gone has NULL for its values.

        daybook_kind       changed; or what is refused: twice, for a key that comes twice in a snapshot;
                           other, if there are two different snapshots of one time; and unstable, if the
                           rows had another time when the frames were written
        daybook_is_gone    whether the snapshot lacks the key
        daybook_is_new     whether the one before it lacks the key
        daybook_ends_at    if the snapshot comes late, the time of the next one, at which what was
                           believed there resumes

    daybook_taken_at and daybook_recorded_at are the times of the snapshot.
-#}
{% macro _changes_of_snapshots(run) %}
    with
        {{ daybook._compared_snapshots(run) }},

        daybook_judged as (

            select
                *,
                {#- Copies of one snapshot are equal, and come in a batch of their own each. -#}
                case
                    when daybook_copies is null
                    then 'unstable'
                    when daybook_count > daybook_copies
                    then 'twice'
                    when
                        not (
                            daybook_count = daybook_copies
                            and daybook_hash_of_row = daybook_hash
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
        {% for column in run["values"] -%} daybook_row.{{ column }}, {% endfor -%}
        daybook_taken_at,
        daybook_recorded_at,
        daybook_kind,
        daybook_row is null as daybook_is_gone,
        daybook_row_before is null as daybook_is_new,
        daybook_after_at as daybook_ends_at
    from daybook_judged
    where daybook_kind is not null
{% endmacro %}
