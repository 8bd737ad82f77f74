{#-
    Removes files: {partition: [batch_id, ...]}. Those that belong to another model are only forgotten.
    Files go first: as long as their partitions are registered, it is known where they are.
-#}
{% macro _files_clean(relation, state, files) %}
    {% set batches = daybook._files_table(relation) %}
    {% set partition_by = state.partition_by + [["batch_id", "bigint"]] %}
    {% set own, partitions = {}, [] %}
    {% for partition, ids in files.items() %}
        {% do own.update({partition: ids | reject("in", state.adopted) | list}) %}
        {% for id in ids %}
            {% do partitions.append(daybook.sorted_json(fromjson(partition) + [id])) %}
        {% endfor %}
    {% endfor %}
    {% set directories = daybook._registered_directories(batches, own) %}
    {% do daybook._remove_directories(
        relation,
        directories | map(attribute="path") | list,
        partition_by | length,
    ) %}
    {% do daybook._drop_partitions(batches, partitions, partition_by) %}
{% endmacro %}
