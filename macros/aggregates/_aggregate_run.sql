{#-
    A run of an aggregate: what is known of the aggregate (see _described_aggregate.sql), what it
    has published (see batches/_published_so_far.sql), what has arrived (see _arrivals_of_fact.sql), and

        partition   [name, SQL] of the level that partitions the aggregate; none: it has segments
        grain       [[name, SQL], ...] of the dimensions, and of that level
        rows        the fact's rows that the run aggregates, with joined columns, as SQL
        fact_rows   the same without joined columns
        segment     the segment of each row, as SQL, or as the number of one for all
        merged      the condition for published rows that the run merges into its segment `number`
        replaced    the published partitions that the batch replaces, by their values; none: all
        plan        what the materialization has to know, see batches/_plan.sql
-#}
{% macro _aggregate_run(run) %}
    {% set partition = daybook._partition_column(run) %}
    {% set run = daybook._first_run(run, partition) %}
    {% set plan = daybook._lasting_plan(run) %}
    {% do daybook.refuse_other_arguments(
        "incremental_aggregate", run, plan.built_with
    ) %}
    {% if not daybook.may_read_rows() %}
        {% do return(dict(run, plan=dict(plan, extends=not run.continues))) %}
    {% endif %}
    {% set arrivals = daybook._arrivals_of_fact(run) %}
    {% do daybook._refuse_doubled_keys(run.joins) %}
    {% if arrivals.is_rebuild or daybook._dimensions_have_changed(run) %}
        {% set arrivals = dict(
            arrivals, is_rebuild=true, since=none, new_rows=arrivals.all_rows
        ) %}
    {% endif %}
    {% set run = dict(run, **arrivals) %}
    {% set read = (
        daybook._run_of_partitions(run)
        if partition
        else daybook._run_of_segments(run)
    ) %}
    {% set run = dict(run, **read) %}
    {% set replaced = daybook._pointer_to(run.state, run.replaced) | list %}
    {#- Other columns are shown, perhaps because a former release showed more. -#}
    {% set shows_others = run.continues and daybook.sorted_json(
        run.state.view
    ) != daybook.sorted_json(plan.view) %}
    {% set plan = dict(
        plan,
        remembers=dict(
            run.remembers,
            open_from=run.open_from,
            dimension_parts=daybook._keep_dimension_keys(run),
            left_out=run.left_out,
        ),
        learns=shows_others
        or run.left_out != run.remembered.get("left_out", 0),
        replaces={"partitions": replaced if run.continues else []},
        extends=run.is_rebuild or shows_others,
        counts=daybook._counts_of_fact(run),
    ) %}
    {% do return(dict(run, plan=plan)) %}
{% endmacro %}

{#- A run that reads all rows of the fact, as long as nothing is known about them. -#}
{% macro _first_run(aggregate, partition) %}
    {% set names = aggregate.dimensions | map("first") | map("lower") | list %}
    {% set is_new = partition and partition[0] | lower not in names %}
    {% do return(
        dict(
            aggregate,
            partition=partition,
            grain=aggregate.dimensions + ([partition] if is_new else []),
            rows=daybook._with_joins(aggregate.joins, aggregate.fact),
            segment=none if partition else 0,
        )
    ) %}
{% endmacro %}

{% macro _columns_of_aggregate(run) %}
    {% set shown = run.measures | map(attribute="columns") | sum(start=[]) %}
    {% set ids = ["posted_batch_id", "batch_id"] %}
    {% do return((run.grain + shown) | map("first") | list + ids) %}
{% endmacro %}

{#- The part of the plan that does not depend on rows. The rows of an aggregate depend on the
    arguments that it is built with: if one changes, the published rows can't be continued.
    from_aggregates compares a question with them. -#}
{% macro _lasting_plan(run) %}
    {% set measures, indicator, partition = {}, run.indicator, run.partition %}
    {% for measure in run.measures %}
        {% do measures.update({measure.name: [measure.function, measure.argument]}) %}
    {% endfor %}
    {#- Marks of one kind mean the same, whatever the type. -#}
    {% set kind = indicator.type if indicator.kind == "time" else indicator.kind %}
    {% set beside = daybook.model_key(daybook._dimensions_relation()) %}
    {% set whole_partitions -%}
        which is already closed: the level must grow with the indicator. Name one that does
    {%- endset %}
    {% do return(
        {
            "options": {
                "batch": "append",
                "partition_by": [
                    partition[0] if partition else "daybook_segment"
                ],
                "replace_where": none,
                "private": [],
            },
            "view": daybook._view_of_aggregate(run),
            "publishes": daybook._columns_of_aggregate(run),
            "built_with": {
                "fact": daybook.model_key(run.fact),
                "indicator": indicator.name ~ ", a " ~ kind,
                "dimensions": dict(run.dimensions),
                "measures": measures,
                "hashed": daybook._types_of_hashed(run),
                "joins": daybook._comparable_joins(run.joins),
                "partition": partition,
            },
            "beside": [beside] if run.joins else [],
            "whole_partitions": whole_partitions if partition else none,
        }
    ) %}
{% endmacro %}
