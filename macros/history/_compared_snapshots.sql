{#- For each key and new snapshot its rows there, before it and after it. -#}
{% macro _compared_snapshots(run) %}
    {%- set key = run.key | join(", ") -%}
    {%- set scope = daybook._followed_by_commas(run.scope) -%}
    {%- set frame -%}
        daybook_taken_at,
        daybook_recorded_at,
        daybook_batches,
        daybook_is_again,
        daybook_follows_known,
        daybook_after_at
    {%- endset %}
    select
        {{ key }},
        {{ frame }},
        {% for role in ("at", "before", "after") -%}
            any_value(daybook_row) filter (
                where daybook_role = '{{ role }}'
            ) as daybook_{{ role }},
            count_if(daybook_role = '{{ role }}') as daybook_rows_{{ role }},
        {% endfor -%}
        min(daybook_row) filter (where daybook_role = 'at')
        <=> max(daybook_row) filter (where daybook_role = 'at') as daybook_is_one
    from daybook_states
    inner join daybook_roles using ({{ scope }} daybook_at, daybook_is_known)
    group by {{ key }}, {{ frame }}
{% endmacro %}

{#- SQL that a snapshot says something else of a key than the one before it, or the one after it. A column
    that the history does not have yet is no difference to what it says. -#}
{% macro _differs_from(run, other) %}
    {%- set is_other_row -%}
        {% if not run.added -%} not daybook_at <=> daybook_{{ other }}
        {%- else -%}
            not (
                {% for column in run["values"] -%}
                    {{ "and " if not loop.first -}}
                    (
                        daybook_at.{{ column }} <=> daybook_{{ other }}.{{ column }}
                        {%- if column in run.added and other == "before" %}
                            or coalesce(daybook_follows_known, false)
                        {%- endif %}
                    )
                {% endfor %}
            )
        {%- endif %}
    {%- endset -%}
    {%- if run.deletes == "close" -%}
        ((daybook_rows_at = 0) <> (daybook_rows_{{ other }} = 0) or {{ is_other_row }})
    {%- else -%}
        (daybook_rows_at > 0 and (daybook_rows_{{ other }} = 0 or {{ is_other_row }}))
    {%- endif -%}
{% endmacro %}
