{#-
    Directories of another table become those of a batch: {partition: directory}. Returns the rows that
    they have, as the batch's: [[partition, rows], ...].
-#}
{% macro _files_borrow(relation, partition_by, batch_id, locations) %}
    {% set batches = daybook._files_table(relation) %}
    {% set keys = partition_by + [["batch_id", "bigint"]] %}
    {% set added = [] %}
    {% for partition, location in locations.items() %}
        {% set of_batch = daybook.sorted_json(fromjson(partition) + [batch_id]) %}
        {% set spec = daybook._partition_spec(of_batch, keys) %}
        {% do added.append(spec ~ " location " ~ daybook.quoted_text(location)) %}
    {% endfor %}
    {% do daybook._alter_partitions(batches, "add", added, " ") %}
    {% set own = daybook._filtered_by_spark("batch_id = " ~ batch_id) %}
    {% do return(daybook._count_by(batches, partition_by, own)) %}
{% endmacro %}
