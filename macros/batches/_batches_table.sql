{#-
    Creates the table that holds every batch; the log, with the batch begun, comes with it.

    It is external, so whoever drops it removes no file: a partition may stand at a directory
    that belongs to another table, and another model's at one of this table's. The location is
    relative to that of the schema. It has the first id of the log, so that a table that is made
    after such a drop never takes the files that were left for dead ones of its own.
-#}
{% macro _create_batches(relation, options, shape, log, properties) %}
    {% set event = log.events[-1] %}
    {% set columns = [] %}
    {% for column in shape.types %}
        {% do columns.append(daybook._column_definition(column, shape.types[column])) %}
    {% endfor %}
    {#- Files that are adopted do not have the column, and read its default. -#}
    {% do columns.append(
        "posted_batch_id bigint "
        ~ ("default " ~ event.batch_id ~ " " if event.adopted else "")
        ~ "comment "
        ~ daybook._quoted(
            "The batch in which the row was first posted: its system time."
        )
    ) %}
    {% do columns.append(
        "batch_id bigint comment "
        ~ daybook._quoted("The batch whose files hold the row.")
    ) %}
    {% if shape.starts_over %}
        {% do daybook._run("drop table " ~ daybook._batches_relation(relation)) %}
    {% endif %}
    {% do daybook._run(
        "create table " ~ daybook._batches_relation(relation) ~ " (" ~ columns
        | join(", ")
        ~ ") using "
        ~ options.file_format
        ~ " partitioned by ("
        ~ daybook._columns(options.partition_by + ["batch_id"])
        ~ ") location "
        ~ daybook._quoted(
            daybook._batches_relation(relation).identifier.lower()
            ~ "/"
            ~ log.born
        )
        ~ " "
        ~ daybook._properties_clause(properties)
    ) %}
{% endmacro %}

{% macro _add_columns(relation, shape) %}
    {% set definitions = [] %}
    {% for column in shape.added %}
        {% do definitions.append(
            daybook._column_definition(column, shape.types[column])
        ) %}
    {% endfor %}
    {% if definitions %}
        {% do daybook._run(
            "alter table "
            ~ daybook._batches_relation(relation)
            ~ " add columns ("
            ~ definitions
            | join(", ") ~ ")"
        ) %}
    {% endif %}
{% endmacro %}
