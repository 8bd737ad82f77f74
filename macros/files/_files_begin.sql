{#-
    Makes the place in which a batch is written, and logs that the batch is begun; returns the log, with
    the event last. The table gets the columns that the batch adds.
-#}
{% macro _files_begin(relation, log, options, layout, event) %}
    {% if not log.exists or layout.starts_over %}
        {% do return(
            daybook._begin_in_new_table(relation, log, options, layout, event)
        ) %}
    {% endif %}
    {% set added = {} %}
    {% for column in layout.added %}
        {% do added.update({column: layout.types[column]}) %}
    {% endfor %}
    {% do daybook._add_columns(daybook._files_table(relation), added) %}
    {% do return(daybook._files_write_event(relation, log, event)) %}
{% endmacro %}

{#- The first batch: the table is created with the log in its properties. -#}
{% macro _begin_in_new_table(relation, log, options, layout, event) %}
    {% set born = log.born or event.batch_id %}
    {% set log = daybook._log_with(dict(log, exists=true, born=born), event) %}
    {% set properties = dict(
        log.properties,
        **dict(
            daybook._event_properties(log.events[-1]),
            **{
                "daybook.born": born | string,
                "daybook.format": daybook._log_format() | string,
            }
        )
    ) %}
    {% if layout.starts_over %}
        {% call daybook._execute() %}
            drop table {{ daybook._files_table(relation) }}
        {% endcall %}
    {% endif %}
    {% set default_id = event.batch_id if event.adopted else none %}
    {% do daybook._create_batches_table(
        relation, options, layout, born, default_id, properties
    ) %}
    {% do daybook._create_log_view(relation, properties) %}
    {% do return(dict(log, properties=properties)) %}
{% endmacro %}

{#-
    The table is external, so dropping it removes no file: a partition may have a directory that belongs
    to another table, and a partition of another model a directory of this one. The location is
    relative to that of the schema. It has the first id of the log, so that a table that is made
    after such a drop never takes the files that were left for dead ones of its own.

    default_id: files that are adopted do not have posted_batch_id, and read its default.
-#}
{% macro _create_batches_table(
    relation, options, layout, born, default_id, properties
) %}
    {% set batches = daybook._files_table(relation) %}
    {% set columns = [] %}
    {% for column, type in layout.types.items() %}
        {% do columns.append(daybook._column_definition(column, type)) %}
    {% endfor %}
    {% call daybook._execute() %}
        create table {{ batches }} (
            {{ columns | join(", ") }},
            posted_batch_id bigint
            {{- " default " ~ default_id if default_id }}
            comment 'The batch in which the row was first posted: its system time.',
            batch_id bigint comment 'The batch whose files hold the row.'
        )
        using {{ options.file_format }}
        partitioned by ({{ daybook.quoted_column(options.partition_by + ["batch_id"]) | join(", ") }})
        location {{ daybook.quoted_text(batches.identifier.lower() ~ "/" ~ born) }}
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
