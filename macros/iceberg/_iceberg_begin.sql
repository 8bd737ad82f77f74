{#-
    Makes the place in which a batch is written: a branch of its own, from what readers see. So nobody sees
    the batch before main moves there, and a run that dies leaves nothing but a branch. Returns the log with
    the event, which is written nowhere.
-#}
{% macro _iceberg_begin(relation, log, options, layout, event) %}
    {% set born = log.born or event.batch_id %}
    {% if not log.exists or layout.starts_over %}
        {% do daybook._create_iceberg_table(relation, options, layout) %}
    {% else %} {% do daybook._add_iceberg_columns(relation, log, layout) %}
    {% endif %}
    {% set snapshot = log.state.snapshot %}
    {% call daybook._execute() %}
        alter table {{ relation }} create branch if not exists {{ daybook._branch_of(event.batch_id) }}
        {{ "as of version " ~ snapshot if snapshot }}
    {% endcall %}
    {% do return(daybook._log_with(dict(log, exists=true, born=born), event)) %}
{% endmacro %}

{% macro _create_iceberg_table(relation, options, layout) %}
    {% set columns = [] %}
    {% for column in layout.columns %}
        {% do columns.append(
            daybook._column_definition(column, layout.types[column])
        ) %}
    {% endfor %}
    {% set keys = daybook.quoted_column(options.partition_by) %}
    {% if layout.starts_over %}
        {% call daybook.refuse(relation) %}
            a first run has made its table with other columns or partitions, and published nothing in it: drop
            the table, if that run does not live any more
        {% endcall %}
    {% endif %}
    {% call daybook._execute() %}
        create table if not exists {{ relation }} (
            {{ columns | join(", ") }},
            posted_batch_id bigint
            comment 'The batch in which the row was first posted: its system time.',
            batch_id bigint comment 'The batch that has written the row.'
        )
        using iceberg
        {{ "partitioned by (" ~ keys | join(", ") ~ ")" if keys }}
        {{ daybook._comment_clause(daybook._relation_comment(relation)) }}
        tblproperties (
            'daybook.table' = 'true',
            {#- By it, Iceberg knows which files a batch replaces; by default, it notes the values of the first
                hundred columns alone. -#}
            'write.metadata.metrics.column.batch_id' = 'full',
            {#- Each commit writes the whole log. -#}
            'write.metadata.compression-codec' = 'gzip',
            'write.metadata.delete-after-commit.enabled' = 'true'
        )
    {% endcall %}
{% endmacro %}

{#- Readers see a new column before its rows: it is NULL until then. A run that has died may have added
    it. -#}
{% macro _add_iceberg_columns(relation, log, layout) %}
    {% if layout.added %}
        {% set there = daybook.describe("table", relation).columns %}
        {% set there = there | map("first") | map("lower") | list %}
        {% set before = log.state.columns[-1] %}
        {% set added = [] %}
        {% for column in layout.added if column | lower not in there %}
            {% do added.append(
                daybook._column_definition(column, layout.types[column])
                ~ " after "
                ~ daybook.quoted_column(
                    before if loop.first else layout.added[loop.index0 - 1]
                )
            ) %}
        {% endfor %}
        {% for definition in added %}
            {% call daybook._execute() %}
                alter table {{ relation }} add column {{ definition }}
            {% endcall %}
        {% endfor %}
    {% endif %}
{% endmacro %}
