{#- The columns that were not there from the beginning, also those that join now: {column: the last batch
    before it joined}. -#}
{% macro _joined_columns(so_far, layout, before) %}
    {% set joined = dict(so_far.remembered.get("joined") or {}) %}
    {% if so_far.continues and before %}
        {% set last = (so_far.state.pointer.values() | sum(start=[]) + [0]) | max %}
        {% for column in layout["values"] | reject("in", before["values"]) %}
            {% do joined.update({daybook.bare_name(column): last}) %}
        {% endfor %}
    {% endif %}
    {% do return(joined) %}
{% endmacro %}

{#- The published history. Where the snapshot before lacks a joined column, current versions get it from the
    next snapshot, so that a new column makes no version. -#}
{% macro _with_joined_columns(run) %}
    (
        with
            daybook_following as (

                select
                    {{ run.key | join(", ") }},
                    min({{ daybook._struct_of(run["values"]) }}) as daybook_row,
                    min(daybook_before_posted) as daybook_before_posted
                from
                    (
                        select
                            *,
                            {{ daybook._moment_of_snapshot(run) }} as daybook_taken_at
                        from {{ run.arrivals }}
                    )
                inner join
                    {{ run.frames }} using (
                        {{ daybook._followed_by_commas(run.scope) }} daybook_taken_at
                    )
                where
                    daybook_before_posted is not null
                    and not daybook_is_again
                    and daybook_after_at is null
                group by {{ run.key | join(", ") }}

            )

        select
            {% for column in daybook._history_columns(run) -%}
                {% if column in run.joined -%}
                    if(
                        daybook_before_posted <= {{ run.joined[column] }},
                        daybook_row.{{ column }},
                        history.{{ column }}
                    ) as {{ column }}
                {%- else -%} history.{{ column }}
                {%- endif %} {{- "," if not loop.last }}
            {% endfor %}
        from {{ run.published }} as history
        left join
            daybook_following on history.history_part = 'current'
            {%- for column in run.key %}
                and history.{{ column }} = daybook_following.{{ column }}
            {%- endfor %}
            {%- for column in run["values"] %}
                and (
                    history.{{ column }} <=> daybook_row.{{ column }}
                    {%- if column in run.joined %}
                        or daybook_before_posted <= {{ run.joined[column] }}
                    {%- endif %}
                )
            {%- endfor %}
    )
{% endmacro %}
