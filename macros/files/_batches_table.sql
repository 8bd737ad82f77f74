{#-
    Creates the table that holds every batch; the log, with the batch begun, comes with it.

    It is external, so dropping it removes no file: a partition may have a directory that belongs
    to another table, and a partition of another model a directory of this one. The location is
    relative to that of the schema. It has the first id of the log, so that a table that is made
    after such a drop never takes the files that were left for dead ones of its own.
-#}
{% macro _create_batches(relation, options, layout, properties, born, default_id) %}
    {% set batches = daybook._batches_relation(relation) %}
    {% set columns = [] %}
    {% for column, type in layout.types.items() %}
        {% do columns.append(daybook._column_definition(column, type)) %}
    {% endfor %}
    {% if layout.starts_over %}
        {% call daybook._execute() %} drop table {{ batches }} {% endcall %}
    {% endif %}
    {% call daybook._execute() %}
        create table {{ batches }} (
            {{ columns | join(", ") }},
            posted_batch_id bigint
            {#- Files that are adopted do not have the column, and read its default. -#}
            {{- " default " ~ default_id if default_id }}
            comment 'The batch in which the row was first posted: its system time.',
            batch_id bigint comment 'The batch whose files hold the row.'
        )
        using {{ options.file_format }}
        partitioned by ({{ daybook._columns(options.partition_by + ["batch_id"]) }})
        location {{ daybook._quoted(batches.identifier.lower() ~ "/" ~ born) }}
        {{ daybook._properties_clause(properties) }}
    {% endcall %}
{% endmacro %}

{#- types: {column: type} of what joins the table. -#}
{% macro _add_columns(table, types) %}
    {% set columns = [] %}
    {% for column, type in types.items() %}
        {% do columns.append(daybook._column_definition(column, type)) %}
    {% endfor %}
    {% if columns %}
        {% call daybook._execute() %}
            alter table {{ table }} add columns ({{ columns | join(", ") }})
        {% endcall %}
    {% endif %}
{% endmacro %}
