{#-
    The columns of a batch, checked against what was there before:

        columns       what the view shows, in order
        types         {column: type} of the model's SQL
        selected      what the INSERT selects from the model's SQL
        added         columns that the batches table does not have yet
        partition_by  [[column, type], ...]
        table_types   {column: type} of the batches table, with what is added
        starts_over   the batches table is to be replaced: nothing in it was ever published
-#}
{% macro _checked_shape(relation, log, state, options, query) %}
    {% set found = daybook._described("query", "(\n" ~ query ~ "\n)").columns %}
    {% set table = daybook._table_so_far(relation, log, state, found) %}
    {% set types = daybook._spelled(found, table if state.chain else {}) %}
    {% do daybook._check_columns(relation, found, types, options) %}
    {% do types.pop("posted_batch_id", none) %}
    {% set shape = {
        "columns": types.keys() | list,
        "types": types,
        "selected": [],
        "added": [],
        "partition_by": [],
        "starts_over": false,
    } %}
    {% set own = ("batch_id", "posted_batch_id") %}
    {% do shape.update(
        {
            "table_types": dict(
                (
                    table.columns | rejectattr("0", "in", own)
                    if state.chain
                    else []
                ),
                **types
            )
        }
    ) %}
    {% for column in shape.columns %}
        {% do shape.selected.append(daybook._column(column)) %}
    {% endfor %}
    {% for name in options.partition_by %}
        {% for column, type in types.items() if column | lower == name | lower %}
            {% do shape.partition_by.append([column, type]) %}
        {% endfor %}
    {% endfor %}
    {% if state.chain %}
        {% do daybook._compare(relation, state, options, shape, table) %}
    {% elif log.exists %}
        {% do shape.update({"starts_over": daybook._differs(shape, table)}) %}
    {% endif %}
    {% do return(shape) %}
{% endmacro %}

{#- The batches table: as the log has it, unless a column joins it, which a run that died may have
    added before. -#}
{% macro _table_so_far(relation, log, state, found) %}
    {% set known = (
        state.types | map("lower") | list + ["batch_id", "posted_batch_id"]
    ) %}
    {% if state.chain and not (
        found | map("first") | map("lower") | reject("in", known) | list
    ) %}
        {% do return({"columns": state.types.items() | list}) %}
    {% elif log.exists %}
        {% do return(
            daybook._described("table", daybook._batches_relation(relation))
        ) %}
    {% endif %}
    {% do return({"columns": []}) %}
{% endmacro %}

{#- {column: type}, in the spelling that the table has: to Spark, Id and id are one column. -#}
{% macro _spelled(columns, table) %}
    {% set spelling = {
        "batch_id": "batch_id",
        "posted_batch_id": "posted_batch_id",
    } %}
    {% for column, type in table.columns or [] %}
        {% do spelling.update({column | lower: column}) %}
    {% endfor %}
    {% set types = {} %}
    {% for column, type in columns %}
        {% do types.update({spelling.get(column | lower, column): type}) %}
    {% endfor %}
    {% do return(types) %}
{% endmacro %}

{% macro _check_columns(relation, found, types, options) %}
    {% set names = found | map("first") | list %}
    {% if names | unique | list | length < names | length %}
        {% do daybook._raise(
            relation,
            "the model selects two columns of one name, in " ~ names
            | join(", ") ~ ": alias one",
        ) %}
    {% endif %}
    {% if "batch_id" in types or (
        "posted_batch_id" in types and not options.keeps_posted_batch_id
    ) %}
        {% do daybook._raise(
            relation,
            "the columns batch_id and posted_batch_id are daybook's own: select"
            " * except (batch_id, posted_batch_id) from a batched model",
        ) %}
    {% endif %}
    {% if options.keeps_posted_batch_id and "posted_batch_id" not in types %}
        {% do daybook._bad_option(
            relation,
            "keeps_posted_batch_id",
            true,
            "select posted_batch_id too, NULL in the rows that are new",
        ) %}
    {% endif %}
    {% for column, type in types.items()
        if modules.re.search("(^|[<:, ])void($|[,>])", type) %}
        {% do daybook._raise(
            relation,
            "column "
            ~ column
            ~ " is NULL without a type ("
            ~ type
            ~ "): cast it",
        ) %}
    {% endfor %}
    {% for column in options.partition_by %}
        {% do daybook._check_partition_column(relation, found, column) %}
    {% endfor %}
    {% if options.publish == "partitions" %}
        {% do daybook._check_for_hive(relation, types) %}
    {% endif %}
{% endmacro %}

{% macro _check_partition_column(relation, found, name) %}
    {% set types = {} %}
    {% for column, type in found %}
        {% do types.update({column | lower: type}) %}
    {% endfor %}
    {% set type = types.get(name | lower) %}
    {% if not type %}
        {% do daybook._bad_option(
            relation,
            "partition_by",
            name,
            "the model selects " ~ found | map("first") | join(", "),
        ) %}
    {% endif %}
    {% if not modules.re.fullmatch(
        "[A-Za-z0-9][A-Za-z0-9_]*", name
    ) or name | lower in (
        "and",
        "between",
        "const",
        "in",
        "like",
        "not",
        "or",
        "struct",
    ) %}
        {% do daybook._bad_option(
            relation,
            "partition_by",
            name,
            "Hive's metastore can't be asked for a partition column of that name; alias it",
        ) %}
    {% endif %}
    {#- A timestamp is another one in a session with another time zone, and the metastore does
        not take one without zone. -#}
    {% if type not in ("string", "date", "boolean") + daybook._integers() %}
        {% do daybook._bad_option(
            relation,
            "partition_by",
            name,
            "its type "
            ~ type
            ~ " can't name a directory; cast it to "
            ~ (
                "a date or a string"
                if type.startswith("timestamp")
                else "a string"
            ),
        ) %}
    {% endif %}
{% endmacro %}
