{#- Inserts a batch: its partitions and, with those it keeps, how many rows it has of what was
    to be counted. Without SQL there is nothing to insert. -#}
{% macro _written(relation, log, options, shape, query, event, counted) %}
    {% set batches = daybook._batches_relation(relation) %}
    {% if query is none %}
        {% call noop_statement("main", "adopted") %}
        -- no row was written
        {% endcall %}
        {% do return({"partitions": [], "counted": 0}) %}
    {% endif %}
    {% do daybook._insert(
        batches,
        daybook._batch_query(options, shape, query, event.batch_id),
        "main",
    ) %}
    {% if not counted %}
        {% do return(
            {
                "partitions": daybook._partition_rows(
                    batches, shape.partition_by, event.batch_id
                ),
                "counted": 0,
            }
        ) %}
    {% endif %}
    {#- By batch, for the id in a condition would have Spark compile it again in each run. -#}
    {% set found = daybook._count_by(
        batches,
        shape.partition_by + [["batch_id", "bigint"]],
        ["batch_id = " ~ event.batch_id, counted.get("kept")]
        | select
        | join(" or "),
        ["count(*)", counted.of],
    ) %}
    {% set partitions = [] %}
    {% for key, rows, of_these in found %}
        {% set place = fromjson(key) %}
        {% if place.pop() == event.batch_id | string %}
            {% do partitions.append([tojson(place), rows]) %}
        {% endif %}
    {% endfor %}
    {% do return(
        {
            "partitions": partitions,
            "counted": found | map(attribute="2") | sum,
        }
    ) %}
{% endmacro %}

{#- The ids stand outside of what is shuffled: they are literals in the code that Spark makes of
    the query, and would have all of it compiled again in each run. -#}
{% macro _batch_query(options, shape, query, batch_id) %}
    {%- set selected = shape.selected | join(",\n        ") %}
    select
        {{ selected }},
        {% if options.keeps_posted_batch_id -%}
            coalesce(posted_batch_id, {{ batch_id }}l) as posted_batch_id,
        {%- else -%} {{ batch_id }}l as posted_batch_id,
        {%- endif %}
        {{ batch_id }}l as batch_id
    from
        (
            select {{ daybook._rebalance(shape.partition_by) }}*
            from ({{ "\n" ~ query ~ "\n" }})
        )
{% endmacro %}

{#- Rows of a partition come together in few files; AQE splits those that are large. -#}
{% macro _rebalance(partition_by) %}
    {% do return(
        "/*+ rebalance("
        ~ daybook._columns(partition_by | map(attribute="0"))
        ~ ") */ "
        if partition_by
        else ""
    ) %}
{% endmacro %}
