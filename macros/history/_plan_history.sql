{#- A history has no measures to negate, and if its system times are those of its runs, it cannot be
    rebuilt either. -#}
{% macro _plan_history(pattern, run) %}
    {% set if_replaced -%}
        If it still has all arrivals,
        {% if run.system_time is none -%}
            remove this model and build it again, which forgets what was known when:
            dbt run-operation daybook.remove_model
        {%- else -%} rebuild this model with --full-refresh
        {%- endif %}
    {%- endset %}
    {% do daybook.make_plan(
        pattern,
        {
            "publishes": daybook.bare_name(daybook._history_columns(run)),
            "options": {
                "batch": "append",
                "partition_by": ["history_part", "ended_month"],
                "replace_where": "history_part = 'current'",
                "private": ["gap"]
                + (["snapshot"] if run.private_rows else []),
            },
            "replaces": (
                {"where": daybook._is_written_again(run)}
                if run.past_rewritten
                else {}
            ),
            "built_with": run.layout,
            "remembers": run.remembers,
            "has_read": run.has_read or "",
            "beside": run.beside or [],
            "if_replaced": if_replaced,
        },
    ) %}
{% endmacro %}
