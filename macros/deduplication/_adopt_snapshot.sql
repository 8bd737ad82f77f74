{#-
    strategy="adopt": the batch of the snapshot's own model, the lender, is published as it is.
    The model's batches table gets partitions that stand at the lender's directories, under the
    lender's batch_id; a batch of its own, of the next id, has the rows that the snapshot lacks.
    One event in the log has both, so one flip shows both.

    Where that would not come to the rows that the model's SQL gives, the SQL is run, and why
    is said.

        batch_id     the lender's
        partitions   [[partition, rows], ...] of it that are taken over
        locations    {partition: directory}
        query        SQL of the rows that the snapshot lacks; none: there are none
        lock         the lender's, held until the log says what is taken over
-#}
{% macro _lent_batch(relation, log, state, options, shape, plan) %}
    {% set adopt = plan.borrows %}
    {% do daybook._check_is_whole(relation, plan.query, adopt.sql) %}
    {% set lender = daybook._read_log(daybook._relation_of(adopt.lender)) %}
    {% do daybook._check_lender(relation, lender, options, shape) %}
    {% set state = dict(state, pointer={}) if should_full_refresh() else state %}
    {% set lent = daybook._partitions_to_lend(log, state, lender, adopt, shape) %}
    {% if not lent.why %}
        {% set scope = dict(
            adopt,
            own=daybook._batches_relation(relation),
            lenders=daybook._batches_relation(lender.relation),
            digests=daybook._digests_relation(relation),
            batch_id=lent.batch_id,
            partition_by=shape.partition_by,
            columns=shape.columns,
            types=shape.types,
        ) %}
        {% do daybook._compare_digests(scope, state, lent) %}
        {% set twice = daybook._rows_of_shared_keys(scope) if scope.differing else 0 %}
        {% if twice %}
            {% do lent.update(
                {"why": twice ~ " rows of it have a key that another row has"}
            ) %}
        {% endif %}
    {% endif %}
    {% if lent.why %}
        {% do daybook._say(
            relation, "the snapshot is merged, not adopted: " ~ lent.why
        ) %}
        {% do return(none) %}
    {% endif %}
    {% do lent.update({"query": daybook._missing_rows(scope, state)}) %}
    {% do daybook._borrow(relation, lender, lent, options.lock_hours) %}
    {% do lent.update({"event": daybook._borrowed(shape, lent)}) %}
    {% do return(lent) %}
{% endmacro %}

{#- What is to be adopted: the rows that the model's SQL takes, and nothing computed of them. -#}
{% macro _check_is_whole(relation, query, snapshot) %}
    {% set around = query.split(snapshot) %}
    {% set comment = "(?s)/\\*.*?\\*/|--[^\n]*" %}
    {% set before = modules.re.sub(comment, "", around[0]) %}
    {% set after = modules.re.sub(comment, "", around[1:] | join) %}
    {% if (
        around | length != 2
        or not modules.re.fullmatch(
            "(?is)\\s*(select\\s+(\\*|`?[a-z_]\\w*`?(\\s*,\\s*`?[a-z_]\\w*`?)*)\\s+from\\s*\\(\\s*)?",
            before,
        )
        or not modules.re.fullmatch("(?is)[\\s)]*(as\\s+)?\\w*\\s*", after)
    ) %}
        {% do daybook._bad_option(
            relation,
            "strategy",
            "adopt",
            "the snapshot's files are published as they are, so the model's SQL is"
            ~ " merge_snapshot and nothing else: compute in the model that it reads",
        ) %}
    {% endif %}
{% endmacro %}

{#- What can't be put right by merging instead. -#}
{% macro _check_lender(relation, lender, options, shape) %}
    {% set table = daybook._batches_relation(lender.relation) %}
    {% set there = daybook._state(lender).partition_by %}
    {% set format = daybook._storage(table).format %}
    {% for name, given, needed in (
        ("file_format", options.file_format, format),
        ("publish", options.publish, "view"),
        ("partition_by", shape.partition_by, there),
    ) if given != needed %}
        {% do daybook._bad_option(
            relation,
            name,
            given,
            "strategy='adopt' takes files of "
            ~ lender.relation
            ~ " over, and needs "
            ~ tojson(needed),
        ) %}
    {% endfor %}
{% endmacro %}

{#- Which partitions of the lender are the snapshot, or why they can't be lent. -#}
{% macro _partitions_to_lend(log, state, lender, adopt, shape) %}
    {% set theirs = daybook._state(lender, lender.flipped) %}
    {% set lent = {"partitions": [], "why": none, "batch_id": none} %}
    {% set by_batch = {} %}
    {% for partition, ids in daybook._pointer_of(
        theirs, private=false
    ).items() if ids %}
        {% set mine = state.pointer.get(partition, []) | select("in", state.adopted) %}
        {#- What was taken over before is there already. -#}
        {% if (
            daybook._is_in_window(partition, adopt.first_day, shape)
            and ids | reject("in", mine | list) | list
        ) %}
            {% for id in ids %}
                {% do by_batch.setdefault(id, []).append(partition) %}
            {% endfor %}
        {% endif %}
    {% endfor %}
    {% set id = by_batch | max | default(0, true) %}
    {% set batch = theirs.chain | selectattr("batch_id", "equalto", id) | list %}
    {% set mine = daybook._state(log) %}
    {% set taken = mine.ids | reject("in", mine.dead) | list %}
    {% set types = dict(
        daybook._described(
            "table", daybook._batches_relation(lender.relation)
        ).columns
    ) %}
    {% set others = [] %}
    {% for column in shape.columns if types.get(column) != shape.types[column] %}
        {% do others.append(column) %}
    {% endfor %}
    {% set nested = [] %}
    {% for column, type in shape.types.items()
        if column | lower in adopt.key | map("lower")
        and modules.re.search("array<|struct<|map<|variant", type) %}
        {% do nested.append(column) %}
    {% endfor %}
    {% set own = daybook._batches_relation(log.relation).schema %}
    {% set others_schema = daybook._batches_relation(lender.relation).schema %}
    {% for is_so, why in (
        (
            not daybook._node_built_here(lender.relation),
            "this target does not build " ~ lender.relation ~ " (it is deferred, or a"
            ~ " source), and what is lent is written into its log",
        ),
        (
            own != others_schema,
            "its batches are in the schema "
            ~ others_schema
            ~ ", which may be dropped without this one: the variable daybook_schema puts all"
            ~ " batches into one schema",
        ),
        (nested, "its key has nested values, in " ~ nested | join(", ")),
        (theirs.chain[-1].position != adopt.position, "it changed while it was read"),
        (not by_batch, "there is nothing of it to be adopted"),
        (by_batch | length > 1, "it is of several batches: " ~ by_batch | join(", ")),
        (not adopt.is_in_order, "it has versions before the last one that is published"),
        (
            not batch or batch[0].keeps_rows or id in theirs.adopted,
            "its files have other batch ids than its own",
        ),
        (
            id in mine.ids or id <= (taken | max | default(0, true)),
            "the model has batches later than its batch " ~ id,
        ),
        (others, "it has other types in " ~ others | join(", ")),
    ) if is_so and not lent.why %}
        {% do lent.update({"why": why}) %}
    {% endfor %}
    {% for partition in by_batch.get(id, []) if not lent.why %}
        {% do lent.partitions.append([partition, theirs.rows[partition ~ id]]) %}
    {% endfor %}
    {% do lent.update({"batch_id": id}) %}
    {% do return(lent) %}
{% endmacro %}

{% macro _is_in_window(partition, first_day, shape) %}
    {% if first_day is none %} {% do return(true) %} {% endif %}
    {% set type = shape.partition_by[0][1] %}
    {% do return(
        daybook._sortable(fromjson(partition)[0], type)
        >= daybook._sortable(first_day, type)
    ) %}
{% endmacro %}

{#- How a plan borrows: see batches/_write_batch.sql. -#}
{% macro _adoption(adopt, merged) %}
    {% do return(
        dict(
            adopt,
            sql=merged,
            borrow=daybook._lent_batch,
            take_over=daybook._take_over_partitions,
            clean_up=daybook._drop_old_digests,
        )
    ) %}
{% endmacro %}
