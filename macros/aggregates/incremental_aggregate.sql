{#-
    Measures by dimensions, kept up from what is new in a fact.

        fact                          run 1            run 2, one more row of the fact
        sold_at     product  amount   product  amount  product  amount
        2015-03-01  A        3        A        3       A        8
        2015-03-02  B        4        B        4       B        4
        2015-03-03  A        5

    A run aggregates only what has joined the fact, or can still change, into a segment; the
    model's view puts the segments together. With partition_strategy a run makes whole
    partitions of the aggregate again instead, and the view has nothing to put together.
-#}
{% macro incremental_aggregate(
    fact,
    posted,
    dimensions,
    measures,
    indicator="posted_batch_id",
    grace_period=0,
    joins=[],
    max_segments=30,
    partition_strategy=none,
    partition_key=none,
    levels={},
    key_hints=[],
    target_rows=1000000,
    on_unsuitable_key="refuse",
    null_indicators="refuse",
    late_rows="report",
    changed_dimensions="rebuild",
    explain=false
) %}
    {%- set names = {
        "fact": fact,
        "indicator_name": indicator,
        "by_batches": indicator | lower == "posted_batch_id",
        "dimensions": dimensions,
        "measures": measures,
        "grace_period": grace_period,
        "joins": joins,
        "max_segments": max_segments,
        "partition_strategy": partition_strategy,
        "partition_key": partition_key,
        "levels": levels,
        "key_hints": daybook._as_list(key_hints),
        "target_rows": target_rows,
        "on_unsuitable_key": on_unsuitable_key,
        "null_indicators": null_indicators,
        "late_rows": late_rows,
        "changed_dimensions": changed_dimensions,
        "explain": explain,
        "full_build": false,
    } -%}
    {#- Not while dbt parses: a bad option is the matter of its model alone. -#}
    {%- if execute -%}
        {%- do daybook._check_aggregate_options(names) -%}
        {%- do daybook._check_posted(posted) -%}
        {%- if daybook._phase() == "unit_test" -%} {{ daybook._as_readers_see(names) }}
        {%- else -%}
            {%- set scope = daybook._aggregate_scope(names) -%}
            {%- if scope.types -%} {%- do daybook._plan_aggregate(names, scope) -%}
            {%- endif %}
            {{ daybook._aggregate_rows(names, scope) }}
        {%- endif -%}
    {%- endif -%}
{% endmacro %}

{#- The rows of the run's batch. -#}
{% macro _aggregate_rows(names, scope) %}
    {%- set rows = (
        scope.fact
        if scope.is_joined
        else daybook._joined(names, scope.fact)
    ) -%}
    {%- set built = daybook._built(
        names,
        scope.partition,
        rows,
        none if scope.partition else scope.segment,
    ) -%}
    {%- if not scope.published -%} {{ built }}
    {%- else -%}
        {%- set keys = daybook._columns(names.dimensions | map("first")) -%}
        {%- set by = [keys, "daybook_segment"] | select | join(", ") -%}
        select
            {{ keys ~ "," if keys }}
            {% for column, how, type in daybook._parts_of(names, scope) -%}
                {{ daybook._put_together(column, how, type) }}
                as {{ daybook._column(column) }},
            {% endfor -%}
            sum(daybook_rows) as daybook_rows,
            daybook_segment
        from
            (
                {{ built }}
                union all
                {{ scope.published }}
            )
        group by {{ by }}
    {%- endif -%}
{% endmacro %}

{#- The aggregate of some rows of the fact, with what the macro keeps beside it. -#}
{% macro _built(names, partition, rows, segment) %}
    {%- set keys, sql = [], [] -%}
    {%- for name, text in daybook._grain(names, partition) -%}
        {%- do keys.append(text ~ " as " ~ daybook._column(name)) -%}
        {%- do sql.append(text) -%}
    {%- endfor -%}
    {%- if segment -%} {%- do sql.append(segment) -%} {%- endif -%}
    {#- A number by itself would name a column by its place. -#}
    {%- if (segment or "") | int(-1) >= 0 -%} {%- do sql.pop() -%} {%- endif -%}
    {%- set has_beginning = partition and names.indicator and not names.by_batches -%}
    select
        {{ (keys | join(", ")) ~ "," if keys }}
        {% for measure in names.measures -%}
            {% for column, made, how in measure.parts -%}
                {{ made }} as {{ daybook._column(column) }},
            {% endfor -%}
        {% endfor -%}
        count(*) as daybook_rows
        {% if segment -%}, {{ segment }} as daybook_segment {%- endif %}
        {% if has_beginning -%}
            , min({{ daybook._column(names.indicator.name) }}) as daybook_from
        {%- endif %}
    from {{ rows }}
    {% if sql -%} group by {{ sql | join(", ") }} {%- endif %}
{% endmacro %}

{#- [[name, SQL], ...] of what a row is of: the dimensions, and the level that partitions. -#}
{% macro _grain(names, partition) %}
    {% set given = names.dimensions | map("first") | map("lower") | list %}
    {% do return(
        names.dimensions
        + (
            [partition]
            if partition and partition[0] | lower not in given
            else []
        )
    ) %}
{% endmacro %}

{#- [[column, how it is put together, type], ...] of the parts of all measures. -#}
{% macro _parts_of(names, scope) %}
    {% set parts = [] %}
    {% for measure in names.measures %}
        {% for column, made, how in measure.parts %}
            {% do parts.append([column, how, scope.types[column | lower]]) %}
        {% endfor %}
    {% endfor %}
    {% do return(parts) %}
{% endmacro %}

{#- Nothing can be asked in a unit test, and no segment is of interest: what the view shows. -#}
{% macro _as_readers_see(names) %}
    {%- set key = names.partition_key -%}
    {%- set partition = [key, names.levels[key]] if key in names.levels else none -%}
    {%- set seen = daybook._columns(
        daybook._grain(names, partition) | map("first")
    ) -%}
    {%- set rows = daybook._joined(names, names.fact) -%}
    select
        {{ seen ~ "," if seen }}
        {% for name, text in daybook._shown_measures(names) -%}
            {{ text }} as {{ daybook._column(name) }} {{- "," if not loop.last }}
        {% endfor %}
    from ({{ daybook._built(names, partition, rows, none) }})
{% endmacro %}

{#- [[name, SQL over the parts], ...]: each measure, and behind it the parts it is made of. -#}
{% macro _shown_measures(names) %}
    {% set shown = [] %}
    {% for measure in names.measures %}
        {% do shown.append([measure.name, measure.shown]) %}
        {% for column, made, how in measure.parts if column != measure.name %}
            {% do shown.append([column, daybook._column(column)]) %}
        {% endfor %}
    {% endfor %}
    {% do return(shown) %}
{% endmacro %}

{% macro _plan_aggregate(names, scope) %}
    {% set options = {
        "batch": "append",
        "partition_by": [
            scope.partition[0] if scope.partition else "daybook_segment"
        ],
        "replace_where": none,
        "private": [],
    } %}
    {% set merged = [] %}
    {% for column, how, type in daybook._parts_of(names, scope) %}
        {% do merged.append([column, daybook._put_together(column, how, type)]) %}
    {% endfor %}
    {% do daybook._plan(
        "incremental_aggregate",
        {
            "options": options,
            "view": {
                "is_grouped": not scope.partition,
                "dimensions": daybook._grain(names, scope.partition)
                | map("first")
                | list,
                "merged": merged,
                "shown": daybook._shown_measures(names),
            },
            "built_with": scope.built_with,
            "remembers": scope.remembers,
            "replaces": {"where": scope.replaced} if scope.replaced else {},
            "extends": scope.is_rebuild,
            "counts": scope.counts,
            "beside": (
                [daybook._key(daybook._dimensions_relation(this))]
                if names.joins
                else []
            ),
            "whole_partitions": (
                "which later values of the indicator had been thought to be done with: what it"
                " is partitioned by does not grow with the indicator. Name a level that does"
                if scope.partition
                else none
            ),
        },
    ) %}
{% endmacro %}
