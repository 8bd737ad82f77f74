{#-
    Makes an existing table the first batch of a model that has none, without copying a file:
    the model's batches table gets partitions at the table's directories.

    The files stay the table's: daybook neither changes nor removes them. So the table must not
    be written or dropped as long as the model shows them.
-#}
{% macro adopt_table(model, table, apply=none) %}
    {% set node = daybook._batched_node(model) %}
    {% set relation = daybook._node_relation(node) %}
    {% set source = daybook._relation_of(relation.schema ~ "." ~ table) %}
    {% set options = dict(
        daybook._options_of_node(node), keeps_posted_batch_id=false
    ) %}
    {% set layout = daybook._layout_to_adopt(relation, source, options) %}
    {% set counted = daybook._count_to_adopt(relation, source, layout, options) %}
    {% set locations = daybook._locations_to_adopt(source, layout, counted) %}
    {% set rows = [] %}
    {% for partition, number in counted %}
        {% do rows.append(
            [fromjson(partition) | join(", "), number, locations[partition]]
        ) %}
    {% endfor %}
    {% do daybook._print_table(
        "What " ~ relation ~ " takes over from " ~ source,
        ["partition", "rows", "directory"],
        rows,
    ) %}
    {% set operation = daybook._begin_operation(
        "adopt_table", model, {"apply": apply}, needs_batches=false
    ) %}
    {% if operation.lock %}
        {% do daybook._adopt_table(operation, source, options, layout) %}
    {% else %}
        {% call daybook._end_operation(operation) %}
            nothing was changed; to adopt the table, add apply: true
        {% endcall %}
    {% endif %}
{% endmacro %}

{#- Under the lock. The partitions are logged before they are taken over: if the run dies
    between, the next one releases them. -#}
{% macro _adopt_table(operation, source, options, layout) %}
    {% set relation, log = operation.relation, operation.log %}
    {% if daybook._state(log).chain %}
        {% call daybook._refuse_operation(operation) %}
            it has batches: a table can be its first batch only
        {% endcall %}
    {% endif %}
    {#- A table that has the model's name makes room first: its files may move with it. -#}
    {% if daybook._key(source) == daybook._key(relation) %}
        {% set source = daybook._clear_name(source, daybook._catalog_entry(source)) %}
    {% endif %}
    {% set partition_by = layout.partition_by %}
    {% set counted = daybook._count_to_adopt(relation, source, layout, options) %}
    {% set log = daybook._begin_batch(
        relation,
        log,
        options,
        dict(layout, starts_over=log.exists),
        {
            "adopted": true,
            "partitions": counted,
            "partition_by": partition_by,
        },
    ) %}
    {% set event = log.events[-1] %}
    {% set batches = daybook._batches_relation(relation) %}
    {% do daybook._add_located(
        batches,
        partition_by,
        event.batch_id,
        daybook._locations_to_adopt(source, layout, counted),
    ) %}
    {% if daybook._partition_rows(batches, partition_by, event.batch_id) != counted %}
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
            daybook._committed_event(event, options, layout, counted),
            types=layout.types,
        ),
    ) %}
    {% do daybook._flip_pointer(relation, log) %}
    {% call daybook._end_operation(operation) %}
        its first batch, {{ event.batch_id }}, is the files of {{ source }},
        {{ counted | sum(attribute="1") }} rows. Do not write or drop that table
    {% endcall %}
{% endmacro %}

{#- The table's columns as a batch's, checked as those of a batch are. -#}
{% macro _layout_to_adopt(relation, source, options) %}
    {% if daybook._catalog_entry(source).type not in ("MANAGED", "EXTERNAL") %}
        {% call daybook._refuse(relation) %}
            {{ source }} is no table, so it can't be adopted
        {% endcall %}
    {% endif %}
    {% set format = daybook._storage(source).format %}
    {% if format != options.file_format %}
        {% call daybook._refuse(relation) %}
            {{ source }} is {{ format }}, and the model's file_format is
            {{ options.file_format }}: an adopted table has that of the model
        {% endcall %}
    {% endif %}
    {% set described = daybook._described("table", source) %}
    {% set of_table = described.partition_by | map("lower") | list %}
    {% set of_model = options.partition_by | map("lower") | list %}
    {% if of_table != of_model %}
        {% call daybook._refuse(relation) %}
            {{ source }} is partitioned by {{ of_table | join(", ") or "nothing" }}, and the
            model's partition_by is {{ of_model | join(", ") or "not set" }}: they have to be
            the same
        {% endcall %}
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

{#- [[partition, rows], ...], checked as those of a batch are. -#}
{% macro _count_to_adopt(relation, source, layout, options) %}
    {% set counted = daybook._count_by(source, layout.partition_by, "true") %}
    {% set problem = daybook._problem_of_partitions(
        counted, layout.partition_by, options.publish
    ) %}
    {% if problem %}
        {% call daybook._refuse(relation) %} in {{ source }} {{ problem }} {% endcall %}
    {% endif %}
    {% do return(counted) %}
{% endmacro %}

{#- {partition: directory}. -#}
{% macro _locations_to_adopt(source, layout, counted) %}
    {% set locations = {} %}
    {% for partition, rows in counted %}
        {% set spec = daybook._partition_spec(partition, layout.partition_by) %}
        {% set of_partition = " " ~ spec if layout.partition_by else "" %}
        {% do locations.update(
            {partition: daybook._storage(source ~ of_partition).location}
        ) %}
    {% endfor %}
    {% do return(locations) %}
{% endmacro %}
