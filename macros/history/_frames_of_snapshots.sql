{#- Each new snapshot, with those before it and after it. -#}
{% macro _frames_of_snapshots(run) %}
    select
        {% for column in run.scope -%} taken.{{ column }}, {% endfor -%}
        taken.daybook_at as daybook_taken_at,
        taken.daybook_recorded_at,
        taken.daybook_batches,
        coalesce(
            max(other.daybook_is_known and other.daybook_at = taken.daybook_at), false
        ) as daybook_is_again,
        max(
            if(
                other.daybook_at < taken.daybook_at,
                struct(other.daybook_at as at, other.daybook_is_known as is_known),
                null
            )
        ) as daybook_before,
        min(
            if(
                other.daybook_at > taken.daybook_at,
                struct(other.daybook_at as at, other.daybook_is_known as is_known),
                null
            )
        ) as daybook_after
    from daybook_taken as taken
    left join
        daybook_others as other
        on {% for column in run.scope -%}
            taken.{{ column }} = other.{{ column }} and
        {% endfor -%}
        (
            other.daybook_is_known
            or other.daybook_recorded_at < taken.daybook_recorded_at
            or other.daybook_recorded_at = taken.daybook_recorded_at
            and other.daybook_at < taken.daybook_at
        )
    group by
        {% for column in run.scope -%} taken.{{ column }}, {% endfor -%}
        taken.daybook_at,
        taken.daybook_recorded_at,
        taken.daybook_batches
{% endmacro %}

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
