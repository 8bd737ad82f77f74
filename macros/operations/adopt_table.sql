{#- Makes an existing table the first batch of a model, without copying a file: the batches table gets
    partitions at the table's directories. So the files stay the table's, and are never removed. -#}
{% macro adopt_table(model, table, apply=none) %}
    {% set node = daybook._batched_node(model) %}
    {% set given = {"table": table, "apply": apply} %}
    {% set operation = daybook._asked_operation("adopt_table", node, given) %}
    {% set relation = operation.relation %}
    {% if not daybook._has_form("([A-Za-z0-9_]+[.])?[A-Za-z0-9_]+", table) %}
        {% call daybook.refuse_option(relation, "table", table) %}
            give it as schema.name or name, in letters, digits and underscores
        {% endcall %}
    {% endif %}
    {% set source = daybook._relation_of(relation.schema ~ "." ~ table) %}
    {% set options = dict(operation.options, keeps_posted_batch_id=false) %}
    {% set layout = daybook._layout_to_adopt(relation, source, options) %}
    {% set counted = daybook._count_by(source, layout.partition_by, "true") %}
    {% set problem = daybook._store(relation).problem(
        relation, counted, layout.partition_by, options.publish
    ) %}
    {% if problem %}
        {% call daybook.refuse(relation) %} in {{ source }} {{ problem }} {% endcall %}
    {% endif %}
    {% set locations = daybook._store(relation).of_table(
        relation, source, layout.partition_by, counted
    ) %}
    {% set rows = [] %}
    {% for partition, number in counted %}
        {% set name = fromjson(partition) | join(", ") %}
        {% do rows.append([name, number, locations[partition]]) %}
    {% endfor %}
    {% set title = "What " ~ relation ~ " takes over from " ~ source %}
    {% do daybook._print_table(title, ["partition", "rows", "directory"], rows) %}
    {% set operation = daybook._locked_operation(operation) %}
    {% if operation.lock %}
        {% set batch_id, source = daybook._adopt_table(
            operation, source, options, layout, counted
        ) %}
    {% endif %}
    {% call daybook._end_operation(operation) %}
        its first batch, {{ batch_id }}, is the files of {{ source }},
        {{ counted | map(attribute="1") | sum }} rows. Do not write or drop that table
    {% endcall %}
{% endmacro %}
