{#-
    Makes the place in which a batch is written: the table gets the columns that the batch adds. The
    first batch creates it, with the log in its properties: new_table is {properties, born, default_id}.

    It is external, so dropping it removes no file: a partition may have a directory that belongs
    to another table, and a partition of another model a directory of this one. The location is
    relative to that of the schema. It has the first id of the log, so that a table that is made
    after such a drop never takes the files that were left for dead ones of its own.
-#}
{% macro _files_begin(relation, options, layout, new_table=none) %}
    {% set batches = daybook.batches_table(relation) %}
    {% if not new_table %}
        {% set added = {} %}
        {% for column in layout.added %}
            {% do added.update({column: layout.types[column]}) %}
        {% endfor %}
        {% do daybook._add_columns(batches, added) %}
        {% do return("") %}
    {% endif %}
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
            {{- " default " ~ new_table.default_id if new_table.default_id }}
            comment 'The batch in which the row was first posted: its system time.',
            batch_id bigint comment 'The batch whose files hold the row.'
        )
        using {{ options.file_format }}
        partitioned by ({{ daybook.quoted_column(options.partition_by + ["batch_id"]) | join(", ") }})
        location {{ daybook.quoted_text(batches.identifier.lower() ~ "/" ~ new_table.born) }}
        {{ daybook._properties_clause(new_table.properties) }}
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

{#- The formats that files can have; the first one is the default. -#}
{% macro _files_formats() %} {% do return(["parquet", "orc"]) %} {% endmacro %}
