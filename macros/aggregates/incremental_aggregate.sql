{#-
    Measures by dimensions, kept up to date from what is new in a fact.

        fact                          run 1            run 2, one more row of the fact
        sold_at     product  amount   product  amount  product  amount
        2015-03-01  A        3        A        3       A        8
        2015-03-02  B        4        B        4       B        4
        2015-03-03  A        5

    A run aggregates only the rows of the fact that are new or can still change, into a segment;
    the model's view merges the segments. With a partition_strategy, a run rebuilds whole
    partitions of the aggregate instead, and the view has nothing to merge.
-#}
{% macro incremental_aggregate(
    fact,
    posted,
    dimensions,
    measures,
    indicator=none,
    grace_period=none,
    joins=none,
    max_segments=none,
    partition_strategy=none,
    partition_key=none,
    levels=none,
    target_rows=none,
    null_indicators=none,
    late_rows=none,
    changed_dimensions=none
) %}
    {#- Not while dbt parses: a bad argument concerns its own model alone. -#}
    {%- if execute -%}
        {%- set aggregate = daybook._checked_aggregate(
            {
                "fact": fact,
                "dimensions": dimensions,
                "measures": measures,
                "indicator": indicator,
                "grace_period": grace_period,
                "joins": joins,
                "max_segments": max_segments,
                "partition_strategy": partition_strategy,
                "partition_key": partition_key,
                "levels": levels,
                "target_rows": target_rows,
                "null_indicators": null_indicators,
                "late_rows": late_rows,
                "changed_dimensions": changed_dimensions,
            }
        ) -%}
        {%- do daybook._check_posted(posted) -%}
        {%- if daybook._phase() == "run" -%}
            {%- set aggregate = daybook._described_aggregate(aggregate) -%}
            {%- set run = daybook._aggregate_run(aggregate) -%}
            {%- do daybook._plan_aggregate(aggregate, run) -%}
            {{ daybook._aggregate_rows(aggregate, run) }}
        {%- else -%} {{ daybook._first_run_as_read(aggregate) }}
        {%- endif -%}
    {%- endif -%}
{% endmacro %}

{#- Before a run, nothing can be asked about the fact: all of its rows are one segment, and the
    view's own SELECT around it gives what readers would see. Unit tests get that. -#}
{% macro _first_run_as_read(aggregate) %}
    {%- set key = aggregate.partition_key -%}
    {%- set level = (
        [key, aggregate.levels[key]] if key in aggregate.levels else none
    ) -%}
    {%- set run = daybook._first_run(aggregate, level) -%}
    {%- set batch -%}
        (
            select *, 1 as posted_batch_id, 1 as batch_id
            from ({{ daybook._aggregate_rows(aggregate, run) }})
        )
    {%- endset -%}
    {%- set state = {
        "view": daybook._view_of_aggregate(aggregate, run.partition),
        "pointer": {"the first": [1]},
        "partition_by": [],
    } -%}
    {{ daybook._combined_rows(state, batch) }}
{% endmacro %}
