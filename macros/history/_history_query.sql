{#- The query of a history's batch: see _history_sources.sql, _rows_in_order.sql and
    _rows_out_of_order.sql. -#}
{% macro _history_query(run) %}
    {%- set rows = [] if run.folds_all else ["in_order"] -%}
    {%- set rows = rows + (["out_of_order"] if run.is_out_of_order else []) %}
    with
        {% for cte in run.ctes or [] -%} {{ cte }}, {% endfor %}

        {{ daybook._history_sources(run) }}

        {%- if "in_order" in rows %}, {{ daybook._rows_in_order(run) }} {%- endif -%}
        {%- if "out_of_order" in rows %}
            , {{ daybook._rows_out_of_order(run) }}
        {%- endif %}

        {% for each in rows %}
            {{ daybook._history_rows(each, run) }} {{ "union all" if not loop.last }}
        {% endfor %}
    {% if run.published -%}
        union all
        {{ daybook._copied_rows(run) }}
    {%- endif %}
    {% if run.private_rows -%}
        union all
        {{ run.private_rows }}
    {%- endif %}
{% endmacro %}

{#- Rows of what is written again that no arrival reaches. -#}
{% macro _copied_rows(run) %}
    select {{ daybook._history_columns(run) | join(", ") }}
    from {{ run.published }} as history
    left anti join
        touched on {{ daybook._is_touched(run) }}
        {% if run.past_from -%}
            and history.{{ run.columns.valid_from }} <= touched.daybook_last_event_at
        {%- endif %}
    where {{ daybook._is_written_again(run) }}
{% endmacro %}

{#- SQL that a published row is in a partition that the run replaces. -#}
{% macro _is_written_again(run) %}
    history_part = 'current'
    {%- if run.past_rewritten %}
        or history_part = 'past'
        and ended_month in ({{ daybook.quoted_text(run.past_rewritten) }})
    {%- endif %}
{% endmacro %}
