{#-
    How files are removed. The log says first what is about to go, so that no answer about the
    past is made of what is left of it; and says last that it is gone.
-#}
{% macro _drop_files(relation, log, files) %}
    {% set event = {"event": "dropping", "files": files, "at": daybook._now()} %}
    {% do daybook._write_event(relation, log, daybook._last_position(log) + 1, event) %}
    {% do daybook._finish_dropping(relation, log) %}
{% endmacro %}

{% macro _finish_dropping(relation, log) %}
    {% set event = log.events[-1] %}
    {% set state = daybook._state(log) %}
    {% set batches = daybook._batches_relation(relation) %}
    {% set partition_by = state.partition_by + [["batch_id", "bigint"]] %}
    {% set specs = [] %}
    {% do daybook._let_go_of(
        relation, event.files, state.adopted, state.partition_by
    ) %}
    {% for partition, ids in event.files.items() %}
        {% for id in ids %}
            {% set key = tojson(fromjson(partition) + [id]) %}
            {% do specs.append(daybook._partition_spec(key, partition_by)) %}
        {% endfor %}
    {% endfor %}
    {% do daybook._alter_partitions(batches, "drop if exists", specs, ", ") %}
    {% do daybook._assert_locked(relation) %}
    {% do daybook._write_event(
        relation, log, event.position, dict(event, event="dropped")
    ) %}
{% endmacro %}

{#- Dropping a partition, or the table, removes the directory that it stands at: one that was
    adopted is its owner's, so such partitions are put elsewhere first: as deep as any, for Hive
    removes empty directories above it too. -#}
{% macro _let_go_of(relation, files, adopted, partition_by) %}
    {% set batches = daybook._batches_relation(relation) %}
    {% set partition_by = partition_by + [["batch_id", "bigint"]] %}
    {% for partition, ids in files.items() %}
        {% for id in ids if id in adopted %}
            {% set key = tojson(fromjson(partition) + [id]) %}
            {% set spec = daybook._partition_spec(key, partition_by) %}
            {% if run_query("show partitions " ~ batches ~ " " ~ spec) | length %}
                {% do daybook._run(
                    "alter table "
                    ~ batches
                    ~ " "
                    ~ spec
                    ~ " set location "
                    ~ daybook._quoted(
                        daybook._storage(batches).location
                        ~ "/_let_go" * partition_by
                        | length
                    )
                ) %}
            {% endif %}
        {% endfor %}
    {% endfor %}
{% endmacro %}

{% macro _let_go_of_batch(relation, batch, partition_by) %}
    {% set files = {} %}
    {% for partition, rows in batch.partitions %}
        {% do files.update({partition: [batch.batch_id]}) %}
    {% endfor %}
    {% do daybook._let_go_of(relation, files, [batch.batch_id], partition_by) %}
{% endmacro %}

{#- All that is registered of a batch. -#}
{% macro _let_go_of_all(relation, batch_id) %}
    {% set batches = daybook._batches_relation(relation) %}
    {% set described = daybook._described("table", batches) %}
    {% set types = dict(described.columns) %}
    {% set partition_by = [] %}
    {% for column in described.partition_by[:-1] %}
        {% do partition_by.append([column, types[column]]) %}
    {% endfor %}
    {% set files = {} %}
    {% for row in run_query(
        "show partitions "
        ~ batches
        ~ " partition (batch_id = "
        ~ batch_id
        ~ ")"
    ) %}
        {% do files.update({daybook._partition_at(row[0]): [batch_id]}) %}
    {% endfor %}
    {% do daybook._let_go_of(relation, files, [batch_id], partition_by) %}
{% endmacro %}

{#- What is registered of a batch, in whichever partitions. -#}
{% macro _drop_batch(relation, batch_id) %}
    {% do daybook._run(
        "alter table "
        ~ daybook._batches_relation(relation)
        ~ " drop if exists partition (batch_id = "
        ~ batch_id
        ~ ")"
    ) %}
{% endmacro %}

{#-
    Directories of batches that the metastore does not know, as a write leaves them that died
    before its end. Spark lists files only, and removes only what is registered: so each is
    registered, under an id that no batch has, and dropped.

    MSCK REPAIR TABLE would find them too, but it also brings back what could not be deleted,
    in partitions where readers might see it.
-#}
{% macro _drop_unregistered(relation, condition) %}
    {% set batches = daybook._batches_relation(relation) %}
    {% do daybook._run(
        "create or replace temporary view daybook_files using binaryFile options (path "
        ~ daybook._quoted(daybook._storage(batches).location)
        ~ ", recursiveFileLookup 'true')"
    ) %}
    {% set directories = daybook._json_rows(
        "select to_json(array(directory)) from (select distinct"
        ~ " regexp_extract(path, '^(.*)/[^/]*$') as directory from daybook_files)"
        ~ " where try_cast(regexp_extract(directory, '/batch_id=([0-9]+)$') as bigint) "
        ~ condition
    ) %}
    {% do daybook._run("drop view daybook_files") %}
    {% set described = daybook._described("table", batches) %}
    {% set types = dict(described.columns) %}
    {% set examples = {
        "string": "'daybook'",
        "date": "date'1970-01-01'",
        "boolean": "true",
    } %}
    {% set values = [] %}
    {% for column in described.partition_by[:-1] %}
        {% do values.append(
            daybook._column(column) ~ " = " ~ examples.get(types[column], 0)
        ) %}
    {% endfor %}
    {#- An id of this moment: one that a death left behind stands elsewhere. -#}
    {% set unused = daybook._epoch_now() * 100000 %}
    {% set added, specs = [], [] %}
    {% for (directory,) in directories %}
        {% set spec = (
            "partition ("
            ~ (values + ["batch_id = -" ~ (unused + loop.index)])
            | join(", ") ~ ")"
        ) %}
        {% do specs.append(spec) %}
        {% do added.append(spec ~ " location " ~ daybook._quoted(directory)) %}
    {% endfor %}
    {% do daybook._alter_partitions(batches, "add if not exists", added, " ") %}
    {% do daybook._alter_partitions(batches, "drop if exists", specs, ", ") %}
    {% do return(directories | length) %}
{% endmacro %}
