{#-
    The new snapshots: a row for each scope and moment, with its neighbours among the snapshots that are
    known or were recorded before it.

        daybook_taken_at            its moment, and when the first copy of it was recorded
        daybook_recorded_at
        daybook_copies, _hash       the number of its copies, each a batch, and a hash of them
        daybook_before_at,          the moment of the one before it, and the batch that posted that
        daybook_before_posted       one, if it is known
        daybook_is_late             whether a later one is known or was recorded before it
        daybook_after_at            the moment of the next such one; NULL unless the snapshot is late
        daybook_is_again            whether the moment is known; then the snapshot is compared with
                                    the known one: it is the one before it
        daybook_events, ...         what is counted of its rows, see _counts_of_snapshots.sql

    Most snapshots are later than all before them, which a window finds. Those that are late have to be
    compared with each one of their scope: _frames_with_late_ones does that. Until then, the one before
    them is the latest one, and daybook_after_at is NULL.
-#}
{% macro _frames_of_snapshots(run) %}
    {%- set scope = daybook._followed_by_commas(run.scope) -%}
    select
        {{ scope }}
        daybook_taken_at,
        daybook_recorded_at,
        daybook_copies,
        daybook_hash,
        {% for name in daybook._counts_of_snapshots(run) -%}
            daybook_{{ name }},
        {% endfor -%}
        if(
            daybook_posted is null, daybook_latest.daybook_taken_at, daybook_taken_at
        ) as daybook_before_at,
        ifnull(daybook_posted, daybook_latest.daybook_posted) as daybook_before_posted,
        daybook_posted is null
        and ifnull(
            daybook_latest.daybook_taken_at > daybook_taken_at, false
        ) as daybook_is_late,
        cast(null as {{ run.event.type }}) as daybook_after_at,
        daybook_posted is not null as daybook_is_again
    from
        (
            select
                *,
                max(struct(daybook_taken_at, daybook_posted)) over (
                    {% if run.scope -%}
                        partition by {{ run.scope | join(", ") }}
                    {% endif -%}
                    order by
                        daybook_posted is null, daybook_recorded_at, daybook_taken_at
                    rows between unbounded preceding and 1 preceding
                ) as daybook_latest
            from ({{ daybook._taken_snapshots(run) }})
        )
    where daybook_copies > 0
{% endmacro %}

{#- The frames, with the neighbours of those that are late. -#}
{% macro _frames_with_late_ones(run) %}
    {%- set scope = daybook._followed_by_commas(run.scope) -%}
    {%- set late_scope -%}
        {%- for column in run.scope -%} late.{{ column }}, {{ " " }} {%- endfor -%}
    {%- endset -%}
    (
        with
            daybook_others as (

                select
                    {{ scope }} daybook_taken_at,
                    daybook_recorded_at,
                    null as daybook_posted
                from {{ run.frames }}
                where not daybook_is_again
                {% if run.published -%}
                    union all
                    {{ daybook._known_snapshots(run) }}
                {%- endif %}

            ),

            daybook_neighbours as (

                select
                    {{ late_scope }}
                    late.daybook_taken_at,
                    max(struct(other.daybook_taken_at, other.daybook_posted)) filter (
                        where other.daybook_taken_at < late.daybook_taken_at
                    ) as daybook_before,
                    min(other.daybook_taken_at) filter (
                        where other.daybook_taken_at > late.daybook_taken_at
                    ) as daybook_next_at
                from {{ run.frames }} as late
                inner join
                    daybook_others as other
                    on (
                        other.daybook_posted is not null
                        or other.daybook_recorded_at < late.daybook_recorded_at
                        or other.daybook_recorded_at = late.daybook_recorded_at
                        and other.daybook_taken_at < late.daybook_taken_at
                    )
                    {%- for column in run.scope %}
                        and late.{{ column }} = other.{{ column }}
                    {%- endfor %}
                where late.daybook_is_late
                group by {{ late_scope }} late.daybook_taken_at

            )

        select
            {{ scope }}
            daybook_taken_at,
            daybook_recorded_at,
            daybook_copies,
            daybook_hash,
            {% for name in daybook._counts_of_snapshots(run) -%}
                daybook_{{ name }},
            {% endfor -%}
            daybook_is_late,
            daybook_is_again,
            if(
                daybook_is_late, daybook_before.daybook_taken_at, daybook_before_at
            ) as daybook_before_at,
            if(
                daybook_is_late, daybook_before.daybook_posted, daybook_before_posted
            ) as daybook_before_posted,
            daybook_next_at as daybook_after_at
        from {{ run.frames }}
        left join daybook_neighbours using ({{ scope }} daybook_taken_at)
    )
{% endmacro %}
