{#- What is there for batches in files alone. -#}
{% macro _iceberg_view_text(relation, state, note="") %}
    {% call daybook.refuse_option(relation, "file_format", "iceberg") %} a pointer clone is a view of files: read a branch of the table, or daybook.as_of {% endcall %}
{% endmacro %}

{% macro _iceberg_clean(relation, state, files) %}
    {% call daybook.refuse_option(relation, "file_format", "iceberg") %} files are removed by Iceberg's expire_snapshots {% endcall %}
{% endmacro %}

{% macro _iceberg_dead_writes(relation, log, lock_hours) %}
    {% call daybook.refuse_option(relation, "file_format", "iceberg") %} files are removed by Iceberg's expire_snapshots and remove_orphan_files {% endcall %}
{% endmacro %}

{% macro _iceberg_remove_dead_writes(relation, log, dead) %}
    {% call daybook.refuse_option(relation, "file_format", "iceberg") %} files are removed by Iceberg's remove_orphan_files {% endcall %}
{% endmacro %}

{% macro _iceberg_drop(relation, state) %}
    {% call daybook.refuse_option(relation, "file_format", "iceberg") %} drop the table {% endcall %}
{% endmacro %}

{% macro _iceberg_lend(relation, state, pointer) %}
    {% call daybook.refuse_option(relation, "file_format", "iceberg") %} files of a table in Iceberg belong to it alone: merge with strategy='copy' {% endcall %}
{% endmacro %}

{% macro _iceberg_of_table(relation, table, partition_by, partitions) %}
    {% call daybook.refuse_option(relation, "file_format", "iceberg") %} a table is made the first batch of a model in files alone {% endcall %}
{% endmacro %}

{% macro _iceberg_check_table(relation, source, options) %}
    {% call daybook.refuse_option(relation, "file_format", "iceberg") %} a table is made the first batch of a model in files alone {% endcall %}
{% endmacro %}

{% macro _iceberg_borrow(relation, partition_by, batch_id, locations) %}
    {% call daybook.refuse_option(relation, "file_format", "iceberg") %} a table is made the first batch of a model in files alone {% endcall %}
{% endmacro %}

{#- Without a lock, another run might drop what this one reads. -#}
{% macro _iceberg_write_part(relation, table, columns, part, number, query, kept) %}
    {% call daybook.refuse_option(relation, "file_format", "iceberg") %}
        a table beside the model lies in files alone: use parquet
    {% endcall %}
{% endmacro %}
