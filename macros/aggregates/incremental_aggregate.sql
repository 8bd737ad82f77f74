{#-
    Measures by dimensions, kept up to date from what is new in a fact.

        fact                          run 1            run 2, one more row of the fact
        sold_at     product  amount   product  amount  product  amount
        2015-03-01  A        3        A        3       A        8
        2015-03-02  B        4        B        4       B        4
        2015-03-03  A        5

    Segments are in _run_of_segments.sql, partitions in _run_of_partitions.sql.
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
        {%- set so_far = daybook.published_so_far(posted) -%}
        {%- if daybook.current_phase() == "run" -%}
            {%- set aggregate = daybook._described_aggregate(aggregate) -%}
            {%- set run = daybook._aggregate_run(dict(aggregate, **so_far)) -%}
            {%- do daybook.make_plan("incremental_aggregate", run.plan) -%}
            {{ daybook._aggregate_rows(run) }}
        {%- else -%} {{ daybook._first_run_as_read(aggregate) }}
        {%- endif -%}
    {%- endif -%}
{% endmacro %}

{#- Before a run, nothing can be asked about the fact: all of its rows are one segment, and this is
    what readers would see of it. Unit tests get that. -#}
{% macro _first_run_as_read(aggregate) %}
    {%- set key, levels = aggregate.partition_key, aggregate.levels -%}
    {%- set run = daybook._first_run(
        aggregate, [key, levels[key]] if key in levels else none
    ) -%}
    {%- set columns = daybook._columns_of_aggregate(run) -%}
    {%- do daybook.make_plan("incremental_aggregate", {"publishes": columns}) -%}
    {%- set view = daybook._view_of_aggregate(run) -%}
    select
        {% for name in view.dimensions -%}
            {{ daybook.quoted_column(name) }},
        {% endfor -%}
        {% for name, text in view.shown -%}
            {{ text }} as {{ daybook.quoted_column(name) }},
        {% endfor -%}
        1 as posted_batch_id,
        1 as batch_id
    from ({{ daybook._aggregate_rows(run) }})
{% endmacro %}
