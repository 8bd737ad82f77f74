{#-
    Makes an existing table the first batch of a model that has none, without copying a file:
    the model's batches table gets partitions at the table's directories.

    The files stay the table's: daybook neither changes nor removes them. So the table must not
    be written or dropped as long as the model shows them.
-#}
{% macro adopt_table(model, table, apply=none) %}
    {% set node = daybook._batched_node(model) %}
    {% set relation = daybook._node_relation(node) %}
    {% do daybook._arguments_of_operation("adopt_table", relation, {"table": table}) %}
    {% if not daybook._has_form("([A-Za-z0-9_]+[.])?[A-Za-z0-9_]+", table) %}
        {% call daybook._refuse_option(relation, "table", table) %}
            give it as schema.name or name, in letters, digits and underscores
        {% endcall %}
    {% endif %}
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
        {% do daybook._adopt_table(operation, source, options, layout, counted) %}
    {% else %}
        {% call daybook._end_operation(operation) %}
            nothing was changed; to adopt the table, add apply: true
        {% endcall %}
    {% endif %}
{% endmacro %}

{#- Under the lock. The partitions are logged before they are taken over: if the run dies
    between, the next one releases them. -#}
{% macro _adopt_table(operation, source, options, layout, counted) %}
    {% set relation, log = operation.relation, operation.log %}
    {% if daybook._state(log).chain %}
        {% call daybook._refuse_operation(operation) %}
            it has batches: a table can be its first batch only
        {% endcall %}
    {% endif %}
    {#- A table that has the model's name makes room first: its files may move with it. -#}
    {% if daybook._key(source) == daybook._key(relation) %}
        {% do daybook._assert_still_locked(relation) %}
        {% set source = daybook._clear_name(source, daybook._catalog_entry(source)) %}
        {% set log = dict(log, entry={}) %}
    {% endif %}
    {% set partition_by = layout.partition_by %}
    {% set taken = {
        "adopted": true,
        "partitions": counted,
        "partition_by": partition_by,
    } %}
    {% set layout = dict(layout, starts_over=log.exists) %}
    {% set log = daybook._begin_batch(relation, log, options, layout, taken) %}
    {% set event = log.events[-1] %}
    {% set of_batch = daybook._files_borrow(
        relation,
        partition_by,
        event.batch_id,
        daybook._locations_to_adopt(source, layout, counted),
    ) %}
    {% set of_table = daybook._count_by(source, partition_by, "true") %}
    {% if of_batch != counted or of_table != counted %}
        {% set problem %}
            {{ source }} was written while it was adopted: adopt it again
        {% endset %}
        {% do daybook._refuse_batch(relation, log, problem | trim) %}
    {% endif %}
    {% do daybook._assert_still_locked(relation) %}
    {% set committed = daybook._committed_event(event, options, layout, counted) %}
    {% set log = daybook._write_event(
        relation, log, dict(committed, types=layout.types)
    ) %}
    {% do daybook._flip_pointer(relation, log) %}
    {% call daybook._end_operation(operation) %}
        its first batch, {{ event.batch_id }}, is the files of {{ source }},
        {{ counted | map(attribute="1") | sum }} rows. Do not write or drop that table
    {% endcall %}
{% endmacro %}
