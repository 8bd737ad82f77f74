{#-
    The snapshots that a run reads, and those whose moments the history has: a row for each scope and
    moment, with the time at which the first copy was recorded, and the number of copies. daybook_posted is
    set if the history has it, and daybook_copies is more than 0 if the run reads it; both may hold.
-#}
{% macro _taken_snapshots(run) %}
    {%- set scope = daybook._followed_by_commas(run.scope) -%}
    {%- set counts = daybook._counts_of_snapshots(run) %}
    select
        {{ scope }}
        daybook_taken_at,
        min(daybook_recorded_at) as daybook_recorded_at,
        count(daybook_batch) as daybook_copies,
        bit_xor(xxhash64(daybook_batch)) filter (
            where daybook_batch is not null
        ) as daybook_hash,
        {% for name, count in counts.items() -%}
            {{ count.function }} (daybook_{{ name }}) as daybook_{{ name }},
        {% endfor -%}
        max(daybook_posted) as daybook_posted
    from
        (
            select
                {{ scope }}
                daybook_taken_at,
                daybook_batch,
                max(daybook_recorded_at) as daybook_recorded_at,
                {% for name, count in counts.items() -%}
                    {{ count.of_rows }} as daybook_{{ name }},
                {% endfor -%}
                cast(null as bigint) as daybook_posted
            from
                (
                    select
                        *,
                        {{ daybook._moment_of_snapshot(run) }} as daybook_taken_at,
                        {{ daybook._recorded_at(run) }} as daybook_recorded_at,
                        {{ daybook._batch_of_snapshot() }} as daybook_batch
                    from {{ run.arrivals }}
                )
            group by {{ scope }} daybook_taken_at, daybook_batch
            {% if run.published -%}
                union all
                select
                    {{ scope }}
                    daybook_taken_at,
                    null,
                    null,
                    {% for _ in counts -%} null, {% endfor -%}
                    daybook_posted
                from ({{ daybook._known_snapshots(run) }})
            {%- endif %}
        )
    group by {{ scope }} daybook_taken_at
{% endmacro %}

{#- The processed snapshots, with the batch that posted each. -#}
{% macro _known_snapshots(run) %}
    select
        {{ daybook._followed_by_commas(run.scope) }}
        {{ run.columns.valid_from }} as daybook_taken_at,
        null as daybook_recorded_at,
        posted_batch_id as daybook_posted
    from {{ daybook.private(this) }}
    where history_part = 'snapshot'
{% endmacro %}

{% macro _moment_of_snapshot(run) %}
    {{- daybook._moment(run.event_time, run.event, run.event_type) -}}
{% endmacro %}

{#- Without system time, all snapshots are recorded at once. -#}
{% macro _recorded_at(run) %}
    {{- daybook._system_at(run) if run.system_time else "0" -}}
{% endmacro %}

{#- A copy of a snapshot is what one batch has of it. In a unit test, all rows are of one. -#}
{% macro _batch_of_snapshot() %}
    {{- "1" if daybook.current_phase() == "unit_test" else "posted_batch_id" -}}
{% endmacro %}

{#- A list of columns to which others are added: it may be empty. -#}
{% macro _followed_by_commas(columns) %}
    {%- for column in columns -%}
        {{ column }}, {{ " " if not loop.last }}
    {%- endfor -%}
{% endmacro %}
