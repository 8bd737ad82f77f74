{#- What changed since the last batch: refused, or taken up as on_schema_change says. A full
    refresh may add and leave out columns, for it replaces all rows. -#}
{% macro _compare(relation, state, options, shape, table) %}
    {% set way_out = (
        "give it another name, or remove what is there (dbt run-operation"
        ~ " daybook.remove_model)"
    ) %}
    {% if state.partition_by != shape.partition_by %}
        {% do daybook._bad_option(
            relation,
            "partition_by",
            options.partition_by,
            "its batches are partitioned by " ~ state.partition_by
            | map("join", " ")
            | join(", ") ~ "; to change that, " ~ way_out
            | replace("give it", "give the model"),
        ) %}
    {% endif %}
    {% set before = dict(table.columns) %}
    {% if state.file_format != options.file_format %}
        {% do daybook._bad_option(
            relation,
            "file_format",
            options.file_format,
            "its batches are "
            ~ state.file_format
            ~ "; to change that, "
            ~ way_out
            | replace("give it", "give the model"),
        ) %}
    {% endif %}
    {% for column in shape.columns
        if column in before and before[column] != shape.types[column] %}
        {% do daybook._raise(
            relation,
            "column "
            ~ column
            ~ " was "
            ~ before[column]
            ~ " and is now "
            ~ shape.types[column]
            ~ ": cast it to what it was, "
            ~ way_out,
        ) %}
    {% endfor %}
    {% do shape.update({"added": shape.columns | reject("in", before) | list}) %}
    {% if not should_full_refresh() %}
        {% do daybook._take_up_change(relation, state, options, shape, before) %}
    {% endif %}
{% endmacro %}

{% macro _take_up_change(relation, state, options, shape, before) %}
    {% set added = shape.columns | reject("in", state.columns) | list %}
    {% set missing = state.columns | reject("in", shape.columns) | list %}
    {% if (added or missing) and options.on_schema_change != "append_new_columns" %}
        {% do daybook._raise(
            relation,
            "its columns changed (new: "
            ~ (added | join(", ") or "none")
            ~ "; missing: "
            ~ (missing | join(", ") or "none")
            ~ "). Set on_schema_change='append_new_columns', and older rows and missing"
            ~ " columns read NULL; or rebuild it with --full-refresh",
        ) %}
    {% endif %}
    {% do shape.update({"columns": state.columns + added}) %}
    {% for column in missing %}
        {% do shape.selected.append(
            "cast(null as "
            ~ before[column]
            ~ ") as "
            ~ daybook._column(column)
        ) %}
    {% endfor %}
{% endmacro %}

{#- Whether a table in which nothing was ever published is another than would be made now. -#}
{% macro _differs(shape, table) %}
    {% set types = dict(shape.types, posted_batch_id="bigint", batch_id="bigint") %}
    {% set partition_by = shape.partition_by | map("first") | list %}
    {% do return(
        dict(table.columns) != types
        or table.partition_by != partition_by + ["batch_id"]
    ) %}
{% endmacro %}
