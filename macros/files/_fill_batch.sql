{#-
    Inserts a batch. Returns its partitions with their rows; `counted`: how many rows it has of those
    that the plan counts, with those that it keeps; and strays, see _rows_since. Without SQL there is
    nothing to insert.
-#}
{% macro _fill_batch(relation, state, options, layout, query, event, counts) %}
    {% set batches = daybook._batches_relation(relation) %}
    {% if query is none %}
        {% call noop_statement("main", "adopted") %}
        -- no row was written
        {% endcall %}
        {% set others = " and batch_id <> " ~ event.batch_id %}
        {% set written = daybook._rows_since(
            batches, state, layout.partition_by, event, more=others
        ) %}
        {% do return(dict(written, counted=0)) %}
    {% endif %}
    {% set batch_query = daybook._batch_query(options, layout, query, event.batch_id) %}
    {% do daybook._insert_rows(batches, batch_query, "main", is_new_batch=true) %}
    {% if counts %}
        {% do return(daybook._counted_batch(batches, state, layout, event, counts)) %}
    {% endif %}
    {% set written = daybook._rows_since(batches, state, layout.partition_by, event) %}
    {% do return(dict(written, counted=0)) %}
{% endmacro %}

{#- What the last run counted, less the rows that this batch replaces, plus its own: so no more is
    read than a run writes. The query groups by batch, because a count with the id in it would be
    compiled again in each run. -#}
{% macro _counted_batch(batches, state, layout, event, counts) %}
    {% set replaced = counts.get("replaced") %}
    {% set written = daybook._rows_since(
        batches,
        state,
        layout.partition_by,
        event,
        more=" or " ~ replaced if replaced else "",
        numbers=["count(*)", counts.of],
    ) %}
    {% set own = written.partitions | map(attribute="2") | sum %}
    {% set gone = written.others | map(attribute="1") | sum %}
    {% set partitions = [] %}
    {% for partition, rows, _ in written.partitions %}
        {% do partitions.append([partition, rows]) %}
    {% endfor %}
    {% do return(
        dict(
            written,
            partitions=partitions,
            counted=counts.get("before", 0) + own - gone,
        )
    ) %}
{% endmacro %}

{#- The ids stand outside of what is shuffled: they are literals in the code that Spark makes of
    the query, and would have all of it compiled again in each run. -#}
{% macro _batch_query(options, layout, query, batch_id) %}
    {%- set selected = layout.selected | join(",\n        ") %}
    select
        {{ selected }},
        {% if options.keeps_posted_batch_id -%}
            coalesce(posted_batch_id, {{ batch_id }}l) as posted_batch_id,
        {%- else -%} {{ batch_id }}l as posted_batch_id,
        {%- endif %}
        {{ batch_id }}l as batch_id
    from
        (
            select {{ daybook._rebalance_hint(layout.partition_by) }}*
            from ({{ "\n" ~ query ~ "\n" }})
        )
{% endmacro %}

{#- Rows of a partition come together in few files; AQE splits those that are large. -#}
{% macro _rebalance_hint(partition_by) %}
    {% if not partition_by %} {% do return("") %} {% endif %}
    {% set columns = daybook._columns(partition_by | map("first")) %}
    {% do return("/*+ rebalance(" ~ columns ~ ") */ ") %}
{% endmacro %}
