{#-
    Inserts a batch. Returns its partitions with their rows; `counted`: how many rows it has of those
    that the plan counts, with those that it keeps; and strays, see _files_check. Without SQL there is
    nothing to insert.
-#}
{% macro _fill_batch(relation, state, options, layout, query, event, counts) %}
    {% if query is none %}
        {% call noop_statement("main", "adopted") %}
        -- no row was written
        {% endcall %}
        {% set others = " and batch_id <> " ~ event.batch_id %}
        {% set written = daybook._store(relation).check(
            relation, state, layout.partition_by, event, more=others
        ) %}
        {% do return(dict(written, counted=0)) %}
    {% endif %}
    {% do daybook._store(relation).write(
        relation,
        layout,
        query,
        event.batch_id,
        options.keeps_posted_batch_id,
        "main",
    ) %}
    {% if counts %}
        {% do return(daybook._counted_batch(relation, state, layout, event, counts)) %}
    {% endif %}
    {% set written = daybook._store(relation).check(
        relation, state, layout.partition_by, event
    ) %}
    {% do return(dict(written, counted=0)) %}
{% endmacro %}

{#- What the last run counted, less the rows that this batch replaces, plus its own: so no more is
    read than a run writes. The query groups by batch, because a count with the id in it would be
    compiled again in each run. -#}
{% macro _counted_batch(relation, state, layout, event, counts) %}
    {% set replaced = counts.get("replaced") %}
    {% set written = daybook._store(relation).check(
        relation,
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
