{#-
    How many rows the published aggregate should have: each of its rows says how many rows of the
    fact are in it. If rows came later than the grace period, some are missing; if closed
    ones have gone, there are too many.
-#}
{% macro _counts_of_fact(run) %}
    {% if run.by_batches %} {% do return(none) %} {% endif %}
    {% set figures, late = run.figures, run.late_rows %}
    {% set keeps_some = run.continues and run.replaced is not none %}
    {% set reads_unset = run.null_indicators == "include" %}
    {% set way_out -%}
        Run it with policies={'late_rows': 'repair'}, which rebuilds what they belong to
    {%- endset %}
    {% set why -%}
        rows of {{ run.fact }} came later than grace_period={{ run.grace_period }}
        allows, and are not in it. {{ way_out }}; a longer grace_period spares those to come
    {%- endset %}
    {% set why_more -%}
        rows more are in it than {{ run.fact }} had when they were counted: closed rows were
        deleted, or rows were added meanwhile. {{ way_out }}
    {%- endset %}
    {% do return(
        {
            "of": "ifnull(sum(daybook_rows), 0)",
            "before": run.remembered.counted if keeps_some else 0,
            "replaced": (
                daybook._published_in(run.state, run.replaced)
                if keeps_some
                else none
            ),
            "rows": figures.rows + (figures.unset if reads_unset else 0),
            "is_refused": late == "refuse",
            "why": why,
            "why_more": why_more if late != "repair" else none,
        }
    ) %}
{% endmacro %}
