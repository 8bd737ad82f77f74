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
                select
                    {{ scope }}
                    daybook_at,
                    daybook_recorded_at,
                    cast(null as bigint) as daybook_posted
                from daybook_taken
                {% if run.published -%}
                    left anti join daybook_known using ({{ scope }} daybook_at)
                    union all
                    select {{ scope }} daybook_at, null, daybook_posted
                    from daybook_known
                {%- endif %}
            )

    ),

    daybook_neighbours as (

        select
            {{ scope }}
            daybook_at as daybook_taken_at,
            daybook_latest_at as daybook_before_at,
            cast(null as {{ run.event.type }}) as daybook_after_at
        from daybook_in_sequence
        where
            daybook_posted is null
            and (daybook_latest_at is null or daybook_latest_at < daybook_at)
        union all
        select
            {% for column in run.scope -%} late.{{ column }}, {% endfor -%}
            late.daybook_at,
            max(other.daybook_at) filter (where other.daybook_at < late.daybook_at),
            min(other.daybook_at) filter (where other.daybook_at > late.daybook_at)
        from daybook_in_sequence as late
        inner join
            daybook_in_sequence as other
            on {% for column in run.scope -%}
                late.{{ column }} = other.{{ column }} and
            {% endfor -%}
            (
                other.daybook_posted is not null
                or other.daybook_recorded_at < late.daybook_recorded_at
                or other.daybook_recorded_at = late.daybook_recorded_at
                and other.daybook_at < late.daybook_at
            )
        where late.daybook_posted is null and late.daybook_latest_at > late.daybook_at
        group by
            {% for column in run.scope -%} late.{{ column }}, {% endfor -%}
            late.daybook_at
        {% if run.published -%}
            union all
            select {{ scope }} daybook_at, daybook_at, null
            from daybook_taken
            left semi join daybook_known using ({{ scope }} daybook_at)
        {%- endif %}

    ),

    daybook_frames as (

        select
            {{ scope }}
            daybook_taken_at,
            daybook_recorded_at,
            daybook_copies,
            daybook_batches,
            daybook_before_at,
            {{ "daybook_posted" if run.published else "cast(null as bigint)" }}
            as daybook_before_posted,
            daybook_after_at,
            daybook_before_at <=> daybook_taken_at as daybook_is_again
        from daybook_neighbours
        inner join
            (
                select * except (daybook_at), daybook_at as daybook_taken_at
                from daybook_taken
            ) using ({{ scope }} daybook_taken_at)
        {% if run.published -%}
            left join
                (
                    select * except (daybook_at), daybook_at as daybook_before_at
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
    daybook_before_posted,
    daybook_after_at,
    daybook_is_again
{%- endmacro %}

{#- The times of the new snapshots, as private rows of the history. -#}
{% macro _times_of_snapshots(run) %}
    {%- set own = {
        run.columns.valid_from: daybook._moment(
            run.event_time, run.event, run.event_type
        ),
        "history_part": "'snapshot'",
        "ended_month": "'9999-12'",
    } %}
    select distinct
        {% for column in daybook._history_columns(run) -%}
            {{ column if column in run.scope else own.get(column, "null") }}
            as {{ column }} {{- ", " if not loop.last }}
        {% endfor %}
    from {{ run.snapshots }}
{% endmacro %}

{% macro _followed_by_commas(columns) %}
    {%- for column in columns -%}
        {{ column }}, {{ " " if not loop.last }}
    {%- endfor -%}
{% endmacro %}
