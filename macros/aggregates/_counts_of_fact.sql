{#-
    How many rows the published aggregate should have: each of its rows says how many rows of the
    fact are in it. If rows came later than the grace period, some are missing; if closed
    ones have gone, there are too many.
-#}
{% macro _counts_of_fact(aggregate, so_far, arrivals, run) %}
    {% if aggregate.by_batches %} {% do return(none) %} {% endif %}
    {% set figures = arrivals.figures %}
    {% set keeps_some = so_far.continues and not run.replaces_all %}
    {% set reads_unset = aggregate.null_indicators == "include" %}
    {% set way_out -%}
        Run it with policies={'late_rows': 'repair'}, which rebuilds what they belong to
    {%- endset %}
    {% set problem -%}
        rows of {{ aggregate.fact }} came later than grace_period={{ aggregate.grace_period }}
        allows, and are not in it. {{ way_out }}; a longer grace_period spares those to come
    {%- endset %}
    {% set why_more -%}
        rows more are in it than {{ aggregate.fact }} had when they were counted: closed rows were
        deleted, or rows were added meanwhile. {{ way_out }}
    {%- endset %}
    {% do return(
        {
            "of": "ifnull(sum(daybook_rows), 0)",
            "before": so_far.remembered.counted if keeps_some else 0,
            "replaced": (
                daybook._published_in(so_far.state, run.replaced)
                if keeps_some
                else none
            ),
            "rows": figures.rows + (figures.unset if reads_unset else 0),
            "is_refused": aggregate.late_rows == "refuse",
            "why": problem,
            "why_more": (
                why_more if aggregate.late_rows != "repair" else none
            ),
        }
    ) %}
{% endmacro %}
