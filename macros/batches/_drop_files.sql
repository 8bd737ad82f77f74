{#-
    How files are removed. The log says first what is about to go, so that no answer about the
    past is made of what is left of it; and says last that it is gone. Both macros return the log.
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
    {% set own, partitions = {}, [] %}
    {% for partition, ids in event.files.items() %}
        {% do own.update({partition: ids | reject("in", state.adopted) | list}) %}
        {% for id in ids %}
            {% do partitions.append(daybook._json(fromjson(partition) + [id])) %}
        {% endfor %}
    {% endfor %}
    {% set directories = daybook._registered_directories(batches, own) %}
    {% do daybook._remove_directories(
        relation,
        directories | map(attribute="path") | list,
        partition_by | length,
    ) %}
    {% do daybook._drop_partitions(batches, partitions, partition_by) %}
    {% do return(daybook._write_event(relation, log, dict(event, event="dropped"))) %}
{% endmacro %}
