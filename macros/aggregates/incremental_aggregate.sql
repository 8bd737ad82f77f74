{#-
    Measures by dimensions, kept up to date from what is new in a fact.

        fact                          run 1            run 2, one more row of the fact
        sold_at     product  amount   product  amount  product  amount
        2015-03-01  A        3        A        3       A        8
        2015-03-02  B        4        B        4       B        4
        2015-03-03  A        5

    A run aggregates only the rows of the fact that are new or can still change, into a segment;
    the model's view merges the segments. With a partition_strategy in its layout, a run rebuilds
    whole partitions of the aggregate instead, and the view has nothing to merge.
-#}
{% macro incremental_aggregate(
    fact,
    posted,
    dimensions,
    measures,
    indicator=none,
    joins=none,
    layout=none,
    policies=none
) %}
    {#- Not while dbt parses: a bad argument concerns its own model alone. -#}
    {%- if execute -%}
        {%- set aggregate = daybook._checked_aggregate(
            {
                "fact": fact,
                "dimensions": dimensions,
                "measures": measures,
                "indicator": indicator,
                "joins": joins,
                "layout": layout,
                "policies": policies,
            }
        ) -%}
        {%- set so_far = daybook._published_so_far(posted) -%}
        {%- if daybook._phase() == "run" -%}
            {%- set aggregate = daybook._described_aggregate(aggregate) -%}
            {%- set run = daybook._aggregate_run(aggregate, so_far) -%}
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
