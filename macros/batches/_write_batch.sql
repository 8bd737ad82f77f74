{#-
    Writes a batch, checks it, and logs it committed: from then on it is to be published.
    Returns whether there is one: without rows, and with nothing replaced or consumed, there
    is not, so that what reads the model finds nothing new.
-#}
{% macro _write_batch(relation, log, state, options, query, notes) %}
    {% set shape = daybook._checked_shape(relation, log, state, options, query) %}
    {% set lent = (
        daybook._lent_batch(
            relation, log, state, options, shape, query, notes
        )
        if notes.adopt
        else none
    ) %}
    {% set event = daybook._begin(
        relation, log, options, shape, daybook._borrowed(shape, lent)
    ) %}
    {% if lent.lock %} {% do daybook._release(lent.lock) %} {% endif %}
    {% do daybook._comment_columns(relation, shape, state.docs) %}
    {% set counted = notes.get("counted", {}) if not lent else {} %}
    {% set written = daybook._written(
        relation,
        log,
        options,
        shape,
        lent.query if lent else query,
        event,
        counted,
    ) %}
    {% set partitions = written.partitions %}
    {% if lent %}
        {% do daybook._take_over_partitions(relation, log, shape, lent) %}
    {% endif %}
    {% set lacking = (
        daybook._what_is_not_there(counted, written.counted)
        if counted
        else none
    ) %}
    {% set problem = daybook._problem(
        partitions, shape.partition_by, notes, options.publish
    ) or (
        lacking
        if counted.get("is_refused") and written.counted < counted.rows
        else none
    ) %}
    {% if problem %} {% do daybook._give_up(relation, log, problem) %}
    {% elif lacking %} {% do daybook._say(relation, lacking) %}
    {% endif %}
    {#- Without partitions, a batch replaces all; but here all stays as it is. -#}
    {% set replaced = (
        []
        if lent and not (lent.partitions or shape.partition_by)
        else daybook._replaced(
            state,
            options,
            notes,
            partitions + (lent.partitions if lent else []),
            shape.partition_by,
        )
    ) %}
    {% if notes.is_whole and replaced != "all" %}
        {% do daybook._refuse_more_rows(relation, log, state, partitions, replaced) %}
    {% endif %}
    {% if state.chain and not (partitions or replaced or notes.inputs) %}
        {% do event.update(
            {"event": "failed", "why": "no rows", "at": daybook._now()}
        ) %}
        {% do daybook._assert_locked(relation) %}
        {% do daybook._write_event(relation, log, event.position, event) %}
        {% do return(false) %}
    {% endif %}
    {% set committed = dict(
        daybook._committed(event, options, shape, partitions),
        replaced=replaced,
        starts_anew=should_full_refresh() or not state.chain,
        inputs=notes.inputs,
        marks=notes.get("marks", {}),
        docs=daybook._docs_digest(),
        consolidation=notes.get("consolidation"),
    ) %}
    {% set published = daybook._state_after(daybook._state(log), committed) %}
    {% if options.publish == "view" and daybook._to_fit(relation, published) is none %}
        {% do daybook._give_up(relation, log, daybook._too_long()) %}
    {% endif %}
    {% do daybook._assert_locked(relation) %}
    {% do daybook._write_event(relation, log, event.position, committed) %}
    {% do return(true) %}
{% endmacro %}

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
    {#- By batch, for the id in a condition would have Spark compile it anew in each run. -#}
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

{#- What is logged of a first batch that read no other model; others say more. -#}
{% macro _committed(event, options, shape, partitions) %}
    {% do return(
        dict(
            event,
            event="committed",
            at=daybook._now(),
            columns=shape.columns,
            partition_by=shape.partition_by,
            partitions=partitions,
            replaced=[],
            starts_anew=true,
            keeps_rows=options.keeps_posted_batch_id,
            inputs={},
            private=options.private,
            marks={},
            docs="",
            batch=options.batch,
            publish=options.publish,
            file_format=options.file_format,
            consolidation=none,
        )
    ) %}
{% endmacro %}

{% macro _give_up(relation, log, problem) %}
    {% do daybook._assert_locked(relation) %}
    {% do daybook._fail(relation, log, problem, returned=true) %}
    {% do daybook._release(daybook._lock_relation(relation)) %}
    {% do daybook._raise(relation, problem) %}
{% endmacro %}

{#- The ids stand outside of what is shuffled: they are literals in the code that Spark makes of
    the query, and would have all of it compiled anew in each run. -#}
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

{#- [[partition, rows], ...] of a batch as it was written. -#}
{% macro _partition_rows(batches, partition_by, batch_id) %}
    {% do return(daybook._count_by(batches, partition_by, "batch_id = " ~ batch_id)) %}
{% endmacro %}

{#- [[partition, number, ...], ...] of what is asked, bigints, where one is not 0. -#}
{% macro _count_by(table, partition_by, condition, numbers=["count(*)"]) %}
    {% set names = daybook._columns(partition_by | map(attribute="0")) %}
    {% set rows = daybook._json_rows(
        "select to_json(struct("
        ~ daybook._partition_key(partition_by)
        ~ " as p, array("
        ~ numbers
        | join(", ")
        ~ ") as n)) from "
        ~ table
        ~ " where "
        ~ condition
        ~ (" group by " ~ names if names else "")
    ) %}
    {% set partitions = [] %}
    {% for row in rows if row.n | select | list %}
        {% do partitions.append([tojson(row.p)] + row.n) %}
    {% endfor %}
    {% do return(partitions | sort) %}
{% endmacro %}
