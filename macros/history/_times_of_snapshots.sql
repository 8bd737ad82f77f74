{#- The times of the snapshots that are not processed yet, as private rows of the history. -#}
{% macro _times_of_snapshots(run) %}
    {%- set scope = daybook._followed_by_commas(run.scope) -%}
    {%- set own = {
        run.columns.valid_from: "daybook_at",
        "history_part": "'snapshot'",
        "ended_month": "'9999-12'",
    } %}
    select
        {% for column in daybook._history_columns(run) -%}
            {{ column if column in run.scope else own.get(column, "null") }}
            as {{ column }} {{- ", " if not loop.last }}
        {% endfor %}
    from
        (
            select distinct
                {{ scope }}
                {{ daybook._moment(run.event_time, run.event, run.event_type) }}
                as daybook_at
            from {{ run.arrivals }}
        )
    {% if run.has_known -%}
        left anti join
            ({{ daybook._known_snapshots(run) }}) using ({{ scope }} daybook_at)
    {%- endif %}
{% endmacro %}

{#- The processed snapshots, with the batch that posted each. -#}
{% macro _known_snapshots(run) %}
    select
        {{ daybook._followed_by_commas(run.scope) }}
        {{ run.columns.valid_from }} as daybook_at,
        posted_batch_id as daybook_posted
    from {{ daybook.private(this) }}
    where history_part = 'snapshot'
{%- endmacro %}
