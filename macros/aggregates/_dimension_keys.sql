{#-
    Which rows of its dimensions an aggregate's closed rows were made with, as hashes:

        daybook_join  daybook_key  daybook_value                        daybook_part
        0             hash of 17   hash of category; NULL: no such row  1449784608

    They lie in <model>__dimensions, one part a run. The log names the parts that count, so what a
    dead run left does not count, and a part that is gone costs no more than a rebuild.
-#}
{% macro _dimensions_relation(relation) %}
    {% do return(daybook._side_table(relation, "__dimensions")) %}
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
    {% set started_at = run_started_at.timestamp() | int %}
    {% set part = [started_at, (published + [0]) | max + 1] | max %}
    {% set starts_over = known | length >= aggregate.max_segments %}
    {% set columns = {
        "daybook_join": "int",
        "daybook_key": "bigint",
        "daybook_value": "bigint",
    } %}
    {% set query %}
        {{ daybook._new_dimension_keys(aggregate, arrivals, run, table, known, starts_over) }}
    {% endset %}
    {% set kept = [] if starts_over else known %}
    {% set present = daybook._write_part(
        this, table, columns, "daybook_part", part, query, published + kept
    ) %}
    {% do return(kept + [part] | select("in", present) | list) %}
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
