{#-
    Which rows of its dimensions an aggregate's closed rows were made with, as hashes:

        daybook_join  daybook_key  daybook_value                        daybook_part
        0             hash of 17   hash of category; NULL: no such row  1449784608

    They lie in <model>__dimensions, one part a run. The log names the parts that count, so what a
    dead run left does not count, and a part that is gone costs no more than a rebuild.
-#}
{% macro _dimensions_relation(relation) %}
    {% do return(
        daybook._beside(relation, "__dimensions").incorporate(type="table")
    ) %}
{% endmacro %}

{#-
    Keeps the hashes that rows closed by this run are made with, and returns the parts that count
    from now on. It is done before those rows are read: the next run finds what changes in between.
    After max_segments parts, they become one.
-#}
{% macro _keep_dimension_keys(aggregate, so_far, arrivals, run) %}
    {% if not aggregate.joins %} {% do return([]) %} {% endif %}
    {% set table = daybook._dimensions_relation(this) %}
    {% set known = (
        []
        if arrivals.is_rebuild
        else so_far.remembered.get("dimension_parts", [])
    ) %}
    {#- The parts of what is published stay, should this run die. -#}
    {% set published = so_far.state.remembers.get("dimension_parts", []) %}
    {% set part = [daybook._epoch_now(), (published + [0]) | max + 1] | max %}
    {% set starts_over = known | length >= aggregate.max_segments %}
    {% do daybook._create_schema_of(this, table) %}
    {% call daybook._execute() %}
        create table if not exists {{ table }} (
            daybook_join int, daybook_key bigint, daybook_value bigint, daybook_part bigint
        )
        using parquet partitioned by (daybook_part)
    {% endcall %}
    {% set query %}
        {{ daybook._new_dimension_keys(aggregate, arrivals, run, table, known, starts_over) }}
    {% endset %}
    {% set of_part %}
        select *, {{ part }}l as daybook_part from ({{ query }})
    {% endset %}
    {% do daybook._insert_rows(table, of_part, "dimensions") %}
    {% set present = daybook._parts_in(table) %}
    {#- A part without rows makes no partition. -#}
    {% set parts = ([] if starts_over else known) + (
        [part] if part in present else []
    ) %}
    {% for old in present if old not in published + parts %}
        {% call daybook._execute() %}
            alter table {{ table }} drop if exists partition (daybook_part = {{ old }})
        {% endcall %}
    {% endfor %}
    {% do return(parts) %}
{% endmacro %}

{#- The hashes that no earlier part has; all of them for a part that stands for the earlier ones. -#}
{% macro _new_dimension_keys(aggregate, arrivals, run, table, known, starts_over) %}
    {%- set closed = (
        "true"
        if aggregate.by_batches
        else daybook._range_of_indicator(
            aggregate.indicator, none, arrivals.open_from
        )
    ) -%}
    {%- set earlier -%}
        select daybook_join, daybook_key, daybook_value
        from {{ table }}
        where daybook_part in ({{ known | join(", ") }})
    {%- endset -%}
    {%- set closed_rows = (
        "(select * from " ~ run.fact_rows ~ " where " ~ closed ~ ")"
    ) -%}
    select distinct daybook_join, daybook_key, daybook_value
    from
        (
            select used.daybook_join, used.daybook_key, present.daybook_value
            from ({{ daybook._used_keys(aggregate.joins, closed_rows) }}) as used
            left join
                ({{ daybook._present_keys(aggregate.joins) }}) as present
                on used.daybook_join = present.daybook_join
                and used.daybook_key = present.daybook_key
            {% if starts_over -%}
                union all
                {{ earlier }}
            {%- elif known -%}
                left anti join
                    ({{ earlier }}) as earlier
                    on used.daybook_join = earlier.daybook_join
                    and used.daybook_key = earlier.daybook_key
            {%- endif %}
        )
{% endmacro %}

{#- The parts that the table has. -#}
{% macro _parts_in(table) %}
    {% set parts = [] %}
    {% for row in run_query("show partitions " ~ table) %}
        {% do parts.append(row[0].split("=")[1] | int) %}
    {% endfor %}
    {% do return(parts) %}
{% endmacro %}
