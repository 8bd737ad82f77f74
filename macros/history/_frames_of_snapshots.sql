{#-
    Each new snapshot with the one before it and the one after it, of those that are known and those
    that were recorded before it. For one that is known, the one before it is that one itself:

        daybook_before_at, daybook_before_posted   its moment, and the batch that posted it, if it is
                                                   known
        daybook_after_at                           NULL, unless the snapshot comes late
        daybook_is_again                           whether the moment is known

    Most snapshots are later than all before them, which a window finds. The others are compared with
    each one of their scope.
-#}
{% macro _frames_of_snapshots(run) %}
    {%- set scope = daybook._followed_by_commas(run.scope) -%}
    {%- set own -%}
        {{ scope }} daybook_at, daybook_recorded_at, daybook_copies, daybook_batches
    {%- endset -%}
    daybook_in_sequence as (

        select
            *,
            max(daybook_at) over (
                {% if run.scope %}partition by {{ run.scope | join(", ") }} {% endif %}
                order by daybook_posted is null, daybook_recorded_at, daybook_at
                rows between unbounded preceding and 1 preceding
            ) as daybook_latest_at
        from
            (
                select *, cast(null as bigint) as daybook_posted
                from daybook_taken
                {% if run.published -%}
                    left anti join daybook_known using ({{ scope }} daybook_at)
                    union all
                    select {{ scope }} daybook_at, null, null, null, daybook_posted
                    from daybook_known
                {%- endif %}
            )

    ),

    daybook_neighbours as (

        select
            {{ own }},
            daybook_latest_at as daybook_before_at,
            cast(null as {{ run.event.type }}) as daybook_after_at
        from daybook_in_sequence
        where
            daybook_posted is null
            and (daybook_latest_at is null or daybook_latest_at < daybook_at)
        {% if run.has_late -%}
            union all
            select
                {{ own }},
                max(daybook_other_at) filter (where daybook_other_at < daybook_at),
                min(daybook_other_at) filter (where daybook_other_at > daybook_at)
            from daybook_in_sequence
            inner join
                (
                    select
                        {{ scope }}
                        daybook_at as daybook_other_at,
                        daybook_recorded_at as daybook_other_recorded_at,
                        daybook_posted is not null as daybook_other_is_known
                    from daybook_in_sequence
                )
                {% if run.scope %} using ({{ run.scope | join(", ") }}) {% endif %}
            where
                daybook_posted is null
                and daybook_latest_at > daybook_at
                and (
                    daybook_other_is_known
                    or daybook_other_recorded_at < daybook_recorded_at
                    or daybook_other_recorded_at = daybook_recorded_at
                    and daybook_other_at < daybook_at
                )
            group by {{ own }}
        {%- endif %}
        {% if run.has_known -%}
            union all
            select {{ own }}, daybook_at, null
            from daybook_taken
            left semi join daybook_known using ({{ scope }} daybook_at)
        {%- endif %}

    ),

    daybook_frames as (

        select
            *,
            {{ "cast(null as bigint) as daybook_before_posted," if not run.published }}
            daybook_before_at <=> daybook_taken_at as daybook_is_again
        from
            (
                select * except (daybook_at), daybook_at as daybook_taken_at
                from daybook_neighbours
            )
        {% if run.published -%}
            left join
                (
                    select
                        {{ scope }}
                        daybook_at as daybook_before_at,
                        daybook_posted as daybook_before_posted
                    from daybook_known
                ) using ({{ scope }} daybook_before_at)
        {%- endif %}

    )
{% endmacro %}

{% macro _columns_of_frames() %}
    daybook_taken_at,
    daybook_recorded_at,
    daybook_copies,
    daybook_batches,
    daybook_before_at,
    daybook_before_posted,
    daybook_after_at,
    daybook_is_again
{%- endmacro %}

{% macro _followed_by_commas(columns) %}
    {%- for column in columns -%}
        {{ column }}, {{ " " if not loop.last }}
    {%- endfor -%}
{% endmacro %}
