{#-
    The snapshots that are new to a run, as CTEs:

        daybook_rows    their rows, with the moment at which each was taken
        daybook_taken   the snapshots: a row for each scope and moment
        daybook_known   those that are processed: the history has their moments
        daybook_others  both, each once
        daybook_frames  each new one, with the one before it and the one after it, of those that were
                        there when it was recorded; whether its moment is a known one
        daybook_roles   the same, with a row for each of the three
-#}
{% macro _ctes_of_snapshots(run) %}
    {%- set scope = daybook._followed_by_commas(run.scope) -%}
    {%- set of_batch = (
        "1" if daybook.current_phase() == "unit_test" else "posted_batch_id"
    ) %}
    daybook_rows as (

        select
            {{ run.key | join(", ") }},
            {{ daybook._moment(run.event_time, run.event, run.event_type) }}
            as daybook_at,
            {% if run.system_time -%}
                {{ daybook._moment(run.system_time, run.system, run.system_type) }}
            {%- else -%} 0
            {%- endif %} as daybook_recorded_at,
            {{ daybook._struct_of(run["values"]) }} as daybook_row,
            {{ of_batch }} as daybook_batch
        from {{ run.snapshots }}

    ),

    daybook_taken as (

        select
            {{ scope }} daybook_at,
            max(daybook_recorded_at) as daybook_recorded_at,
            count(distinct daybook_batch) as daybook_batches
        from daybook_rows
        group by {{ scope }} daybook_at

    ),

    {% if run.published -%}
        daybook_known as (

            select distinct {{ scope }} {{ run.columns.valid_from }} as daybook_at
            from {{ daybook.private(this) }}
            where history_part = 'snapshot'

        ),
    {%- endif %}

    daybook_others as (

        select {{ scope }} daybook_at, daybook_recorded_at, false as daybook_is_known
        from daybook_taken
        {% if run.published -%}
            left anti join daybook_known using ({{ scope }} daybook_at)
            union all
            select {{ scope }} daybook_at, null, true
            from daybook_known
        {%- endif %}

    ),

    daybook_frames as ({{ daybook._frames_of_snapshots(run) }}),

    daybook_roles as (

        select
            {{ scope }}
            daybook_taken_at,
            daybook_recorded_at,
            daybook_batches,
            daybook_is_again,
            daybook_before.is_known as daybook_follows_known,
            if(daybook_is_again, null, daybook_after.at) as daybook_after_at,
            stack(
                3,
                'at',
                daybook_taken_at,
                false,
                'before',
                if(daybook_is_again, daybook_taken_at, daybook_before.at),
                daybook_is_again or daybook_before.is_known,
                'after',
                if(daybook_is_again, null, daybook_after.at),
                daybook_after.is_known
            ) as (daybook_role, daybook_at, daybook_is_known)
        from daybook_frames

    )
{% endmacro %}

{% macro _followed_by_commas(columns) %}
    {%- for column in columns -%}
        {{ column }}, {{ " " if not loop.last }}
    {%- endfor -%}
{% endmacro %}
