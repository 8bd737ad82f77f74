{#- Partitions of a batch that stand at directories of another table. -#}
{% macro _add_located(batches, partition_by, batch_id, locations) %}
    {% set partition_by = partition_by + [["batch_id", "bigint"]] %}
    {% set added = [] %}
    {% for partition, location in locations.items() %}
        {% do added.append(
            daybook._partition_spec(
                tojson(fromjson(partition) + [batch_id]), partition_by
            )
            ~ " location "
            ~ daybook._quoted(location)
        ) %}
    {% endfor %}
    {% do daybook._alter_partitions(batches, "add", added, " ") %}
{% endmacro %}
