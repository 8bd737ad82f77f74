{#-
    What a run of an aggregate reads, replaces and remembers:

        partition   [name, SQL] of the level that partitions the aggregate; none: it has segments
        rows        the fact's rows that the run aggregates, with joined columns, as SQL
        segment     the segment of each row, as SQL, or as the number of one for all
        published   rows of published segments that the run merges with its own, as SQL, or none
        types       {column: type} of its own rows, where it merges some
        replaced    the published partitions that the batch replaces, by their values
        replaces_all  it replaces all of them, and nobody has to count their rows
        is_rebuild  it reads the whole fact
        learns      it leaves out a different number of rows than the last run did
        built_with, remembers, counts   parts of the plan, see batches/_plan.sql
-#}
{% macro _aggregate_run(aggregate, so_far) %}
    {% set partition = daybook._partition_column(aggregate, so_far.state.built_with) %}
    {% set built_with = daybook._built_with(aggregate, partition) %}
    {% do daybook._refuse_other_arguments(
        "incremental_aggregate", so_far, built_with
    ) %}
    {% if not daybook._may_read_rows() %}
        {% do return(
            dict(
                daybook._first_run(aggregate, partition),
                is_rebuild=not so_far.continues,
                learns=false,
                built_with=built_with,
                replaces=[],
                remembers={},
                counts=none,
            )
        ) %}
    {% endif %}
    {% set arrivals = (
        daybook._arrivals_in_batches(aggregate, so_far)
        if aggregate.by_batches
        else daybook._arrivals_by_indicator(aggregate, so_far)
    ) %}
    {% do daybook._refuse_doubled_keys(aggregate.joins) %}
    {% set is_rebuild = arrivals.is_rebuild or daybook._dimensions_have_changed(
        aggregate, so_far.remembered
    ) %}
    {% if is_rebuild %}
        {% set arrivals = dict(
            arrivals, is_rebuild=true, since=none, rows=arrivals.all_rows
        ) %}
    {% endif %}
    {% set run = (
        daybook._run_of_partitions(aggregate, so_far, arrivals, partition)
        if partition
        else daybook._run_of_segments(aggregate, so_far, arrivals)
    ) %}
    {% set dimension_parts = daybook._keep_dimension_keys(
        aggregate, so_far, arrivals, run
    ) %}
    {% do return(
        dict(
            run,
            partition=partition,
            replaces=(
                daybook._pointer_to(so_far.state, run.replaced) | list
                if so_far.continues
                else []
            ),
            is_rebuild=is_rebuild,
            learns=arrivals.left_out != so_far.remembered.get("left_out", 0),
            built_with=built_with,
            remembers=dict(
                run.remembers,
                open_from=arrivals.open_from,
                dimension_parts=dimension_parts,
                left_out=arrivals.left_out,
            ),
            counts=daybook._counts_of_fact(aggregate, so_far, arrivals, run),
        )
    ) %}
{% endmacro %}

{#- All rows of the fact, when nothing is known about them. -#}
{% macro _first_run(aggregate, partition) %}
    {% do return(
        {
            "partition": partition,
            "rows": daybook._with_joins(aggregate.joins, aggregate.fact),
            "segment": none if partition else 0,
        }
    ) %}
{% endmacro %}

{% macro _plan_aggregate(aggregate, run) %}
    {% set dimension_keys = daybook._key(daybook._dimensions_relation(this)) %}
    {% set whole_partitions -%}
        which is already closed: the level must grow with the indicator. Name one that does
    {%- endset %}
    {% do daybook._plan(
        "incremental_aggregate",
        {
            "options": {
                "batch": "append",
                "partition_by": [
                    run.partition[0] if run.partition else "daybook_segment"
                ],
                "replace_where": none,
                "private": [],
            },
            "view": daybook._view_of_aggregate(aggregate, run.partition),
            "built_with": run.built_with,
            "remembers": run.remembers,
            "learns": run.learns,
            "replaces": {"partitions": run.replaces},
            "extends": run.is_rebuild,
            "counts": run.counts,
            "beside": [dimension_keys] if aggregate.joins else [],
            "whole_partitions": whole_partitions if run.partition else none,
        },
    ) %}
{% endmacro %}
