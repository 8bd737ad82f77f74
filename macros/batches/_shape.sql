{#-
    The columns of a batch, checked against what was there before:

        columns       what the view shows, in order
        types         {column: type} of the model's SQL
        selected      what the INSERT selects from the model's SQL
        added         columns that the batches table does not have yet
        partition_by  [[column, type], ...]
-#}
{% macro _checked_shape(relation, log, state, options, query) %}
    {% set types = {} %}
    {% for row in run_query("describe query (\n" ~ query ~ "\n)") %}
        {% do types.update({row[0]: row[1]}) %}
    {% endfor %}
    {% do daybook._check_columns(relation, types, options) %}
    {% do types.pop("posted_batch_id", none) %}
    {% set shape = {
        "columns": types.keys() | list,
        "types": types,
        "selected": [],
        "added": [],
        "partition_by": [],
    } %}
    {% for column in shape.columns %}
        {% do shape.selected.append(daybook._column(column)) %}
    {% endfor %}
    {% for column in options.partition_by %}
        {% do shape.partition_by.append([column, types[column]]) %}
    {% endfor %}
    {% if log.exists %}
        {% do daybook._compare(relation, state, options, shape) %}
    {% endif %}
    {% do return(shape) %}
{% endmacro %}

{% macro _check_columns(relation, types, options) %}
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
        {% do daybook._check_partition_column(relation, types, column) %}
    {% endfor %}
{% endmacro %}

{% macro _check_partition_column(relation, types, column) %}
    {% if column not in types %}
        {% do daybook._bad_option(
            relation,
            "partition_by",
            column,
            "the model selects " ~ types.keys() | join(", "),
        ) %}
    {% endif %}
    {% if not modules.re.fullmatch(
        "[A-Za-z0-9][A-Za-z0-9_]*", column
    ) or column | lower in (
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
            column,
            "Hive's metastore can't be asked for a partition column of that name; alias it",
        ) %}
    {% endif %}
    {% if types[column] not in (
        "string",
        "date",
        "timestamp",
        "timestamp_ntz",
        "boolean",
        "tinyint",
        "smallint",
        "int",
        "bigint",
    ) %}
        {% do daybook._bad_option(
            relation,
            "partition_by",
            column,
            "its type " ~ types[column] ~ " can't name a directory; cast it",
        ) %}
    {% endif %}
{% endmacro %}
