{#-
    The SELECTs of an aggregate: measures in parts, by dimensions, with columns of the macros' own.

        daybook_segment  the segment that a row belongs to
        daybook_from     where its partition begins in the indicator
        daybook_rows     how many rows of the fact are in it
-#}
{% macro _aggregate_rows(aggregate, run) %}
    {%- set rows -%} {{ daybook._aggregated_fact(aggregate, run) }} {%- endset -%}
    {%- if not run.published -%} {{ rows }}
    {%- else -%}
        {%- set keys = daybook._columns(aggregate.dimensions | map("first")) -%}
        select
            {{ keys ~ "," if keys }}
            {% for measure in aggregate.measures -%}
                {% for part in measure.parts -%}
                    cast(
                        {{ part.merged }}
                        as {{ daybook._type_of(part.column, run.types) }}
                    ) as {{ daybook._column(part.column) }},
                {% endfor -%}
            {% endfor -%}
            sum(daybook_rows) as daybook_rows,
            daybook_segment
        from
            (
                {{ rows }}
                union all
                {{ run.published }}
            )
        group by {{ keys ~ "," if keys }} daybook_segment
    {%- endif -%}
{% endmacro %}

{#- The rows of the fact, grouped. A segment that is a number is that of all rows: by a bare number
    GROUP BY would mean a column's position. -#}
{% macro _aggregated_fact(aggregate, run) %}
    {%- set grain = daybook._grain_of_aggregate(
        aggregate.dimensions, run.partition
    ) -%}
    {%- set segment = run.segment if run.segment is string else none -%}
    {%- set by = (grain | map("last") | list + [segment]) | select | list -%}
    select
        {% for name, text in grain -%}
            {{ text }} as {{ daybook._column(name) }},
        {% endfor -%}
        {% for measure in aggregate.measures -%}
            {% for part in measure.parts -%}
                {{ part.made }} as {{ daybook._column(part.column) }},
            {% endfor -%}
        {% endfor -%}
        count(*) as daybook_rows
        {% if run.segment is not none -%}, {{ run.segment }} as daybook_segment
        {%- elif not aggregate.by_batches -%}
            , min({{ daybook._column(aggregate.indicator.name) }}) as daybook_from
        {%- endif %}
    from {{ run.rows }}
    {% if by -%} group by {{ by | join(", ") }} {%- endif -%}
{% endmacro %}

{#- [[name, SQL], ...] of the dimensions, and of the level that partitions. -#}
{% macro _grain_of_aggregate(dimensions, partition) %}
    {% set names = dimensions | map("first") | map("lower") | list %}
    {% set is_new = partition and partition[0] | lower not in names %}
    {% do return(dimensions + ([partition] if is_new else [])) %}
{% endmacro %}

{#- How the model's view merges the rows of several segments; see batches/_combined_rows.sql. -#}
{% macro _view_of_aggregate(aggregate, partition) %}
    {% set merged = [] %}
    {% for measure in aggregate.measures %}
        {% for part in measure.parts %}
            {% do merged.append([part.column, part.merged]) %}
        {% endfor %}
    {% endfor %}
    {% set view = {
        "is_grouped": not partition,
        "dimensions": daybook._grain_of_aggregate(
            aggregate.dimensions, partition
        )
        | map("first")
        | list,
        "merged": merged,
        "shown": daybook._shown_measures(aggregate.measures),
    } %}
    {% set columns = view.dimensions + view.shown | map("first") | list %}
    {% do daybook._check_published_columns(
        "incremental_aggregate", columns + ["posted_batch_id", "batch_id"]
    ) %}
    {% do return(view) %}
{% endmacro %}
