{#- For each key and new snapshot its row there, and its row before it. -#}
{% macro _compared_snapshots(run) %}
    {%- set key = run.key | join(", ") -%}
    {%- set scope = daybook._followed_by_commas(run.scope) %}
    select  /*+ broadcast(daybook_roles) */
        {{ key }},
        {{ daybook._columns_of_frames() }},
        any_value(daybook_row) filter (where daybook_role = 'at') as daybook_at,
        any_value(daybook_row) filter (where daybook_role = 'before') as daybook_before,
        count_if(daybook_role = 'at') as daybook_rows_at,
        count_if(daybook_role = 'before') as daybook_rows_before,
        bit_xor(xxhash64(daybook_batch)) filter (
            where daybook_role = 'at'
        ) as daybook_batches_at,
        {% if run.has_copies -%}
            min(daybook_row) filter (where daybook_role = 'at')
            <=> max(daybook_row) filter (where daybook_role = 'at')
        {%- else -%} true
        {%- endif %} as daybook_is_one
    from daybook_states
    inner join daybook_roles using ({{ scope }} daybook_at, daybook_is_known)
    group by {{ key }}, {{ daybook._columns_of_frames() }}
{% endmacro %}

{#- SQL that a snapshot says something else of a key than the one before it. A column that joined the
    history later is no difference. -#}
{% macro _differs_from_before(run) %}
    {%- set is_other_row -%}
        {% if not run.joined -%} not daybook_at <=> daybook_before
        {%- else -%}
            not (
                {% for column in run["values"] -%}
                    {{ "and " if not loop.first -}}
                    (
                        daybook_at.{{ column }} <=> daybook_before.{{ column }}
                        {%- if column in run.joined %}
                            or daybook_is_again
                            or coalesce(
                                daybook_before_posted <= {{ run.joined[column] }}, false
                            )
                        {%- endif %}
                    )
                {% endfor %}
            )
        {%- endif %}
    {%- endset -%}
    (
        {{ "daybook_rows_at > 0 and " if run.deletes == "keep" -}}
        ((daybook_rows_at = 0) <> (daybook_rows_before = 0) or {{ is_other_row }})
    )
{% endmacro %}
