{#-
    For each key and new snapshot its row there, and its row in the snapshot before it, as CTEs:

        daybook_rows          the rows of each new snapshot: one for each key, with the number of rows that
                              it stands for, a hash of their batches, and whether they are equal
        daybook_rows_before   the rows of the one before it: of a known one, what the history says of its
                              time
        daybook_compared      both, with the frame of the snapshot
-#}
{% macro _compared_snapshots(run) %}
    {%- set key = run.key | join(", ") -%}
    {%- set scope = daybook._followed_by_commas(run.scope) %}
    daybook_rows as (

        select
            {{ key }},
            daybook_taken_at,
            min(daybook_row) as daybook_row,
            min(daybook_row) <=> max(daybook_row) as daybook_is_one,
            count(*) as daybook_count,
            bit_xor(xxhash64(daybook_batch)) as daybook_hash_of_row
        from
            (
                select  /*+ repartition({{ key }}, daybook_taken_at) */
                    {{ key }},
                    {{ daybook._moment_of_snapshot(run) }} as daybook_taken_at,
                    {{ daybook._struct_of(run["values"]) }} as daybook_row,
                    {{ daybook._batch_of_snapshot() }} as daybook_batch
                from {{ run.arrivals }}
            )
        group by {{ key }}, daybook_taken_at

    ),

    daybook_rows_before as (

        {% if run.follows_new -%}
            select
                {% for column in run.key -%} daybook_rows.{{ column }}, {% endfor -%}
                frames.daybook_taken_at,
                daybook_row as daybook_row_before
            from daybook_rows
            inner join
                {{ run.frames }} as frames on daybook_before_posted is null
                {%- for column in run.scope %}
                    and daybook_rows.{{ column }} = frames.{{ column }}
                {%- endfor %}
                and daybook_rows.daybook_taken_at = daybook_before_at
        {%- endif %}
        {% if run.published -%}
                {{ "union all" if run.follows_new }}
            select
                {% for column in run.key -%} history.{{ column }}, {% endfor -%}
                daybook_taken_at,
                {{ daybook._struct_of(run["values"]) }} as daybook_row_before
            from {{ run.published }} as history
            inner join
                {{ run.frames }} as frames on daybook_before_posted is not null
                {%- for column in run.scope %}
                    and history.{{ column }} = frames.{{ column }}
                {%- endfor %}
                and {{ run.columns.valid_from }} <= daybook_before_at
                and daybook_before_at
                < {{ daybook._half_open_end(run.columns.valid_to, run.event) }}
            where
                history_part = 'current'
                {%- if run.past_from %}
                    or history_part = 'past' and ended_month >= '{{ run.past_from }}'
                {%- endif %}
        {%- elif not run.follows_new -%}
            select {{ key }}, daybook_taken_at, daybook_row as daybook_row_before
            from daybook_rows
            where false
        {%- endif %}

    ),

    daybook_compared as (

        select *
        from daybook_rows {{ "left" if run.deletes == "keep" else "full outer" }}
        join daybook_rows_before using ({{ key }}, daybook_taken_at)
        left join {{ run.frames }} using ({{ scope }} daybook_taken_at)

    )
{% endmacro %}

{#- SQL that a snapshot says something else of a key than the one before it. A column that joined later
    counts only if the snapshot before has it; in one that is late or comes again, where it is not NULL. -#}
{% macro _differs_from_before(run) %}
    {%- if not run.joined -%} not daybook_row <=> daybook_row_before
    {%- else -%}
        (
            (daybook_row is null) <> (daybook_row_before is null)
            {%- for column in run["values"] %}
                {%- set differs -%}
                    not daybook_row.{{ column }} <=> daybook_row_before.{{ column }}
                {%- endset %}
                {%- if column in run.joined %}
                    or (not daybook_is_again or daybook_row.{{ column }} is not null)
                    and not coalesce(
                        daybook_before_posted <= {{ run.joined[column] }}
                        and (not daybook_is_late or daybook_row.{{ column }} is null),
                        false
                    )
                    and {{ differs }}
                {%- else %} or {{ differs }}
                {%- endif %}
            {%- endfor %}
        )
    {%- endif -%}
{% endmacro %}
