{#-
    The SELECTs of an aggregate: measures in parts, by dimensions, with columns of the macros' own.

        daybook_segment  the segment that a row belongs to
        daybook_from     where its partition begins in the indicator
        daybook_rows     how many rows of the fact are in it
-#}
{% macro _aggregate_rows(run) %}
    {%- set rows = daybook._aggregated_fact(run) -%}
    {%- if not run.merged -%} {{ rows }}
    {%- else -%}
        {%- set types = daybook.describe("query", "(" ~ rows ~ ")").columns -%}
        {%- set columns = daybook.quoted_column(types[:-1] | map("first") | list) -%}
        {%- set keys = daybook.quoted_column(run.dimensions | map("first") | list) -%}
        select
            {% for key in keys -%} {{ key }},
            {% endfor -%}
            {% for part in run.measures | map(attribute="parts") | sum(start=[]) -%}
                cast(
                    {{ part.merged }} as {{ daybook.type_of(part.column, types) }}
                ) as {{ daybook.quoted_column(part.column) }},
            {% endfor -%}
            sum(daybook_rows) as daybook_rows,
            daybook_segment
        from
            (
                {{ rows }}
                union all
                select {{ columns | join(", ") }}, {{ run.number }} as daybook_segment
                from {{ daybook.batches_table(this) }}
                where {{ run.merged }}
            )
        group by {{ (keys + ["daybook_segment"]) | join(", ") }}
    {%- endif -%}
{% endmacro %}

{#- The rows of the fact, grouped. A segment that is a number is that of all rows: by a bare number
    GROUP BY would mean a column's position. -#}
{% macro _aggregated_fact(run) %}
    {%- set segment = run.segment if run.segment is string else none -%}
    {%- set by = (run.grain | map("last") | list + [segment]) | select | list -%}
    select
        {% for name, text in run.grain -%}
            {{ text }} as {{ daybook.quoted_column(name) }},
        {% endfor -%}
        {% for part in run.measures | map(attribute="parts") | sum(start=[]) -%}
            {{ part.made }} as {{ daybook.quoted_column(part.column) }},
        {% endfor -%}
        count(*) as daybook_rows
        {% if run.segment is not none -%}, {{ run.segment }} as daybook_segment
        {%- elif run.partition and not run.by_batches -%}
            , min({{ daybook.quoted_column(run.indicator.name) }}) as daybook_from
        {%- endif %}
    from {{ run.rows }}
    {% if by -%} group by {{ by | join(", ") }} {%- endif -%}
{% endmacro %}

{#- How the model's view merges the rows of several segments; see files/_combined_rows.sql. Of a measure
    with parts, it shows these only if layout says so. -#}
{% macro _view_of_aggregate(run) %}
    {% set merged, shown = [], [] %}
    {% for measure in run.measures %}
        {% for part in measure.parts %}
            {% do merged.append([part.column, part.merged]) %}
        {% endfor %}
        {% do shown.extend(
            measure.columns if run.show_parts else measure.columns[:1]
        ) %}
    {% endfor %}
    {% do return(
        {
            "is_grouped": not run.partition,
            "dimensions": run.grain | map("first") | list,
            "merged": merged,
            "shown": shown,
        }
    ) %}
{% endmacro %}
