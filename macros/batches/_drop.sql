{#-
    How files are removed. The log says first what is about to go, so that no answer about the
    past is made of what is left of it; and says last that it is gone.
-#}
{% macro _drop_files(relation, log, files) %}
    {% set event = {"event": "dropping", "files": files, "at": daybook._now()} %}
    {% set log = daybook._write_event(relation, log, event) %}
    {% do return(daybook._finish_dropping(relation, log)) %}
{% endmacro %}

{#- Files go first: as long as their partitions are registered, it is known where they are. -#}
{% macro _finish_dropping(relation, log) %}
    {% set event = log.events[-1] %}
    {% set state = daybook._state(log) %}
    {% set batches = daybook._batches_relation(relation) %}
    {% set partition_by = state.partition_by + [["batch_id", "bigint"]] %}
    {% set own, keys = {}, [] %}
    {% for partition, ids in event.files.items() %}
        {% do own.update({partition: ids | reject("in", state.adopted) | list}) %}
        {% for id in ids %}
            {% do keys.append(tojson(fromjson(partition) + [id])) %}
        {% endfor %}
    {% endfor %}
    {% do daybook._remove_directories(
        relation,
        daybook._registered_directories(batches, own),
        partition_by | length,
    ) %}
    {% do daybook._drop_partitions(batches, keys, partition_by) %}
    {% do daybook._assert_locked(relation) %}
    {% do return(daybook._write_event(relation, log, dict(event, event="dropped"))) %}
{% endmacro %}

{#- Where the registered files of {partition: [batch_id, ...]} are. -#}
{% macro _registered_directories(batches, files) %}
    {% set partitions_of = {} %}
    {% for partition, ids in files.items() %}
        {% for id in ids %}
            {% do partitions_of.setdefault(id, []).append(partition) %}
        {% endfor %}
    {% endfor %}
    {% if not partitions_of %} {% do return([]) %} {% endif %}
    {% set folder = daybook._storage(batches).location %}
    {% set directories = [] %}
    {% for id, partitions in partitions_of.items() %}
        {% for path in daybook._paths_of_batch(batches, id) %}
            {% if daybook._partition_at(path) in partitions %}
                {% do directories.append(folder ~ "/" ~ path) %}
            {% endif %}
        {% endfor %}
    {% endfor %}
    {% do return(directories) %}
{% endmacro %}

{#- The partitions that are registered of a batch, as SHOW PARTITIONS names them. -#}
{% macro _paths_of_batch(batches, batch_id) %}
    {% do return(
        run_query(
            "show partitions "
            ~ batches
            ~ " partition (batch_id = "
            ~ batch_id
            ~ ")"
        )
        | map("first")
        | list
    ) %}
{% endmacro %}

{#- Removes the files of a batch of the model's own whose INSERT has returned. -#}
{% macro _remove_registered(relation, batch_id) %}
    {% set batches = daybook._batches_relation(relation) %}
    {% set folder = daybook._storage(batches).location %}
    {% set directories = [] %}
    {% for path in daybook._paths_of_batch(batches, batch_id) %}
        {% do directories.append(folder ~ "/" ~ path) %}
    {% endfor %}
    {% do daybook._remove_directories(
        relation,
        directories,
        daybook._described("table", batches).partition_by | length,
    ) %}
{% endmacro %}

{#- What is registered of a batch, in whichever partitions, is registered no more. -#}
{% macro _drop_batch(relation, batch_id) %}
    {% do daybook._run(
        "alter table "
        ~ daybook._batches_relation(relation)
        ~ " drop if exists partition (batch_id = "
        ~ batch_id
        ~ ")"
    ) %}
{% endmacro %}

{#- Removes the directories on disk of batches for whose id a condition holds, those included
    that the metastore does not know: what a write leaves that died. How many there were. -#}
{% macro _remove_batches(relation, condition) %}
    {% set batches = daybook._batches_relation(relation) %}
    {% set directories = daybook._directories_on_disk(
        relation, daybook._storage(batches).location, condition
    ) %}
    {% do daybook._remove_directories(
        relation,
        directories,
        daybook._described("table", batches).partition_by | length,
    ) %}
    {% do return(directories | length) %}
{% endmacro %}

{#- Spark lists files only. The view's name is the model's own: models may share a session. -#}
{% macro _directories_on_disk(relation, location, condition) %}
    {% set view = "daybook_files_" ~ local_md5(daybook._key(relation)) %}
    {% do daybook._run(
        "create or replace temporary view "
        ~ view
        ~ " using binaryFile options (path "
        ~ daybook._quoted(location)
        ~ ", recursiveFileLookup 'true')"
    ) %}
    {% set directories = daybook._json_rows(
        "select to_json(array(directory)) from (select distinct"
        ~ " regexp_extract(path, '^(.*)/[^/]*$') as directory from "
        ~ view
        ~ ") where try_cast(regexp_extract(directory, '/batch_id=([0-9]+)$') as bigint) "
        ~ condition
    ) %}
    {% do daybook._run("drop view " ~ view) %}
    {% do return(directories | map("first") | list) %}
{% endmacro %}
