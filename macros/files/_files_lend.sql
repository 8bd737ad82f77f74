{#- Where the files are of the batch that a pointer has for each partition, so that another model, or a
    table of partitions, can show them too: {partition: directory}. -#}
{% macro _files_lend(relation, state, pointer) %}
    {% set batches = daybook._files_table(relation) %}
    {% set partition_by = state.partition_by + [["batch_id", "bigint"]] %}
    {% set locations, files = {}, {} %}
    {% for partition, ids in pointer.items() %}
        {% if ids[0] in state.adopted %}
            {% set of_batch = daybook.sorted_json(fromjson(partition) + [ids[0]]) %}
            {% set spec = daybook._partition_spec(of_batch, partition_by) %}
            {% set storage = daybook._storage(batches ~ " " ~ spec) %}
            {% do locations.update({partition: storage.location}) %}
        {% else %} {% do files.update({partition: ids[:1]}) %}
        {% endif %}
    {% endfor %}
    {% for directory in daybook._registered_directories(batches, files) %}
        {% do locations.update({directory.partition: directory.path}) %}
    {% endfor %}
    {% do return(locations) %}
{% endmacro %}

{#- The directories of an ordinary table's partitions: {partition: directory}. -#}
{% macro _files_of_table(relation, table, partition_by, partitions) %}
    {% set locations = {} %}
    {% for partition, _ in partitions %}
        {% set spec = daybook._partition_spec(partition, partition_by) %}
        {% set part = table ~ " " ~ spec if partition_by else table %}
        {% do locations.update({partition: daybook._storage(part).location}) %}
    {% endfor %}
    {% do return(locations) %}
{% endmacro %}
