{#-
    Inserts a batch. Returns its partitions with their rows, and `counted`: how many rows it has of
    those that the plan counts, with those that it keeps. Without SQL there is nothing to insert.
-#}
{% macro _fill_batch(relation, options, layout, query, event, counts) %}
    {% set batches = daybook._batches_relation(relation) %}
    {% if query is none %}
        {% call noop_statement("main", "adopted") %}
        -- no row was written
        {% endcall %}
        {% do return({"partitions": [], "counted": 0}) %}
    {% endif %}
    {% set batch_query = daybook._batch_query(options, layout, query, event.batch_id) %}
    {% do daybook._insert_rows(batches, batch_query, "main", is_new_batch=true) %}
    {% if counts %}
        {% do return(daybook._counted_batch(batches, layout, event, counts)) %}
    {% endif %}
    {% set partitions = daybook._partition_rows(
        batches, layout.partition_by, event.batch_id
    ) %}
    {% do return({"partitions": partitions, "counted": 0}) %}
{% endmacro %}

{#- What the last run counted, less the rows that this batch replaces, plus its own: so no more is
    read than a run writes. The query groups by batch, because a count with the id in it would be
    compiled again in each run. -#}
{% macro _counted_batch(batches, layout, event, counts) %}
    {% set own = "batch_id = " ~ event.batch_id %}
    {% set counted = daybook._count_by(
        batches,
        layout.partition_by + [["batch_id", "bigint"]],
        daybook._filtered_by_spark(
            [own, counts.get("replaced")] | select | join(" or ")
        ),
        ["count(*)", counts.of],
    ) %}
    {% set partitions, numbers = [], [counts.get("before", 0)] %}
    {% for key, rows, of_these in counted %}
        {% set values = fromjson(key) %}
        {% if values[-1] == event.batch_id | string %}
            {% do partitions.append([tojson(values[:-1]), rows]) %}
            {% do numbers.append(of_these) %}
        {% else %} {% do numbers.append(-of_these) %}
        {% endif %}
    {% endfor %}
    {% do return({"partitions": partitions, "counted": numbers | sum}) %}
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
