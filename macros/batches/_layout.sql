{#-
    How a batch is laid out, checked against the batches that are there:

        columns       what the view shows, in order
        types         {column: type} of the model's SQL
        selected      what the INSERT selects from the model's SQL
        added         columns that the batches table does not have yet
        partition_by  [[column, type], ...]
        table_types   {column: type} of the batches table, with what is added
        starts_over   whether the batches table is made again: nothing in it was ever published
-#}
{% macro _layout_of_batch(relation, log, state, options, query) %}
    {% set described = daybook.describe("query", "(\n" ~ query ~ "\n)").columns %}
    {% set table = daybook._described_batches(relation, log, state, described) %}
    {% set own = ("batch_id", "posted_batch_id") %}
    {% set published = table.columns | rejectattr("0", "in", own) | list %}
    {% set published = dict(published) if state.chain else {} %}
    {% set types = daybook._types_as_spelled(described, published) %}
    {% do daybook._store(relation).check_columns(relation, described, types, options) %}
    {% set types = dict(types.items() | rejectattr("0", "in", own)) %}
    {% set columns, missing, partition_by = types | list, [], [] %}
    {% for name in options.partition_by %}
        {% for column in types if column | lower == name | lower %}
            {% do partition_by.append([column, types[column]]) %}
        {% endfor %}
    {% endfor %}
    {% if state.chain %}
        {% do daybook._refuse_other_files(relation, state, options, partition_by) %}
        {% do daybook._refuse_other_types(relation, published, types) %}
        {#- A full refresh replaces all rows, so it may add and leave out columns. -#}
        {% if not should_full_refresh() %}
            {% set new = columns | reject("in", state.columns) | list %}
            {% set missing = state.columns | reject("in", columns) | list %}
            {% do daybook._check_column_change(relation, options, new, missing) %}
            {% set columns = state.columns + new %}
        {% endif %}
    {% endif %}
    {% set selected = [] %}
    {% for column in types %}
        {% do selected.append(daybook.quoted_column(column)) %}
    {% endfor %}
    {% for column in missing %}
        {% set null = "cast(null as " ~ published[column] ~ ")" %}
        {% do selected.append(null ~ " as " ~ daybook.quoted_column(column)) %}
    {% endfor %}
    {% do return(
        {
            "columns": columns,
            "types": types,
            "selected": selected,
            "added": (
                types | reject("in", published) | list if state.chain else []
            ),
            "partition_by": partition_by,
            "table_types": dict(published, **types),
            "starts_over": log.exists
            and not state.chain
            and daybook._is_laid_out_otherwise(table, types, partition_by),
        }
    ) %}
{% endmacro %}

{#- The batches table as the log has it; if a column joins it, as it is: a run that died may have
    added that column already. -#}
{% macro _described_batches(relation, log, state, described) %}
    {% set known = (
        state.types | map("lower") | list + ["batch_id", "posted_batch_id"]
    ) %}
    {% set new = described | map("first") | map("lower") | reject("in", known) %}
    {% if state.chain and not new | list %}
        {% do return({"columns": state.types.items() | list}) %}
    {% elif log.exists %}
        {% do return(daybook.describe("table", daybook.batches_table(relation))) %}
    {% endif %}
    {% do return({"columns": []}) %}
{% endmacro %}

{#- {column: type}, in the spelling of the table: to Spark, Id and id are one column. -#}
{% macro _types_as_spelled(described, published) %}
    {% set spelling = {} %}
    {% for column in ["batch_id", "posted_batch_id"] + (published | list) %}
        {% do spelling.update({column | lower: column}) %}
    {% endfor %}
    {% set types = {} %}
    {% for column, type in described %}
        {% do types.update({spelling.get(column | lower, column): type}) %}
    {% endfor %}
    {% do return(types) %}
{% endmacro %}

{#- Whether a table in which nothing was ever published differs from what would be made now. -#}
{% macro _is_laid_out_otherwise(table, types, partition_by) %}
    {% set own = {"posted_batch_id": "bigint", "batch_id": "bigint"} %}
    {% set names = partition_by | map("first") | list %}
    {% do return(
        dict(table.columns) != dict(types, **own)
        or table.partition_by | reject("eq", "batch_id") | list != names
    ) %}
{% endmacro %}
