{#-
    Makes a table that there is the first batch of a model that has none, without copying a
    file: the model's batches table gets partitions that stand at the table's directories.

    The files stay the table's: daybook neither changes nor removes them. So the table must not
    be written or dropped as long as the model shows them.
-#}
{% macro adopt_table(model, table, apply=false) %}
    {% set node = daybook._batched_node(model) %}
    {% set relation = daybook._node_relation(node) %}
    {% set source = daybook._relation_of(relation.schema ~ "." ~ table) %}
    {% set options = dict(
        daybook._options_of_node(node), keeps_posted_batch_id=false
    ) %}
    {% set shape = daybook._shape_to_adopt(relation, source, options) %}
    {% set partitions = daybook._partitions_to_adopt(
        relation, source, shape, options
    ) %}
    {% set rows = [] %}
    {% for partition in partitions %}
        {% do rows.append([partition.p | join(", "), partition.n, partition.f]) %}
    {% endfor %}
    {% do daybook._print_table(
        "What " ~ relation ~ " takes over from " ~ source,
        ["partition", "rows", "directory"],
        rows,
    ) %}
    {% if not apply %} {% do daybook._say_dry(relation, "adopt the table") %}
    {% else %} {% do daybook._adopt(node, relation, source, options, shape) %}
    {% endif %}
{% endmacro %}

{% macro _adopt(node, relation, source, options, shape) %}
    {% set lock = daybook._take_lock(relation, options.lock_hours) %}
    {% set operation = {"relation": relation, "lock": lock} %}
    {% set log = daybook._recovered_log(relation) %}
    {% if daybook._state(log).chain %}
        {% do daybook._refuse_operation(
            operation, "it has batches: a table can be its first batch only"
        ) %}
    {% endif %}
    {#- A table that has the model's name makes room first: its files may move with it. -#}
    {% set given = daybook._found(source) %}
    {% if daybook._key(source) == daybook._key(relation) %}
        {% set source = daybook._clear_name(source, given) %}
    {% endif %}
    {% set partitions = daybook._partitions_to_adopt(
        relation, source, shape, options
    ) %}
    {% set counted = [] %}
    {% for partition in partitions %}
        {% do counted.append([tojson(partition.p), partition.n]) %}
    {% endfor %}
    {% do shape.update({"starts_over": log.exists}) %}
    {#- Logged before they are taken: where this dies, they are let go of again. -#}
    {% set log = daybook._begin_batch(
        relation,
        log,
        options,
        shape,
        {
            "adopted": true,
            "partitions": counted,
            "partition_by": shape.partition_by,
        },
    ) %}
    {% set event = log.events[-1] %}
    {% set batches = daybook._batches_relation(relation) %}
    {% set locations = {} %}
    {% for partition in partitions %}
        {% do locations.update({tojson(partition.p): partition.f}) %}
    {% endfor %}
    {% do daybook._add_located(
        batches, shape.partition_by, event.batch_id, locations
    ) %}
    {% if daybook._partition_rows(
        batches, shape.partition_by, event.batch_id
    ) != counted %}
        {% do daybook._refuse_batch(
            relation,
            log,
            source ~ " was written while it was adopted: adopt it again",
        ) %}
    {% endif %}
    {% do daybook._assert_locked(relation) %}
    {% set log = daybook._write_event(
        relation,
        log,
        dict(
            daybook._committed_event(event, options, shape, counted),
            types=shape.types,
        ),
    ) %}
    {% do daybook._flip_pointer(relation, log) %}
    {% do daybook._release_lock(lock.view) %}
    {% do daybook._say(
        relation,
        "its first batch, "
        ~ event.batch_id
        ~ ", is the files of "
        ~ source
        ~ ", "
        ~ counted
        | sum(attribute="1") ~ " rows. Do not write or drop that table",
    ) %}
{% endmacro %}

{#- The table's columns as a batch's, checked as those of a batch are. -#}
{% macro _shape_to_adopt(relation, source, options) %}
    {% set found = daybook._found(source) %}
    {% if found.type not in ("MANAGED", "EXTERNAL") %}
        {% do daybook._raise(
            relation, source ~ " is no table, so it can't be adopted"
        ) %}
    {% endif %}
    {% set described = daybook._described("table", source) %}
    {% set format = daybook._storage(source).format %}
    {% if format != options.file_format %}
        {% do daybook._raise(
            relation,
            source
            ~ " is "
            ~ format
            ~ ", and the model's file_format is "
            ~ options.file_format
            ~ ": an adopted table has that of the model",
        ) %}
    {% elif described.partition_by | map(
        "lower"
    ) | list != options.partition_by | map("lower") | list %}
        {% do daybook._raise(
            relation,
            source
            ~ " is partitioned by "
            ~ (described.partition_by | join(", ") or "nothing")
            ~ ", and the model's partition_by is "
            ~ (options.partition_by | join(", ") or "not set")
            ~ ": they have to be the same",
        ) %}
    {% endif %}
    {% set types = dict(described.columns) %}
    {% do daybook._check_columns(relation, described.columns, types, options) %}
    {% set partition_by = [] %}
    {% for column in described.partition_by %}
        {% do partition_by.append([column, types[column]]) %}
    {% endfor %}
    {% do return(
        {
            "columns": types.keys() | list,
            "types": types,
            "partition_by": partition_by,
        }
    ) %}
{% endmacro %}

{#- [{p: values, n: rows, f: directory}, ...] of a table that is to be adopted. -#}
{% macro _partitions_to_adopt(relation, source, shape, options) %}
    {% set counted = daybook._count_by(source, shape.partition_by, "true") %}
    {% set problem = daybook._problem_of_partitions(
        counted, shape.partition_by, options.publish
    ) %}
    {% if problem %}
        {% do daybook._raise(relation, "in " ~ source ~ " " ~ problem) %}
    {% endif %}
    {% set partitions = [] %}
    {% for partition, rows in counted %}
        {% set spec = daybook._partition_spec(partition, shape.partition_by) %}
        {% do partitions.append(
            {
                "p": fromjson(partition),
                "n": rows,
                "f": daybook._storage(
                    source ~ (" " ~ spec if shape.partition_by else "")
                ).location,
            }
        ) %}
    {% endfor %}
    {% do return(partitions) %}
{% endmacro %}
