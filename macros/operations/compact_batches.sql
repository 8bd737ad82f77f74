{#- A run compacts by itself what has more than compact_after batches. This compacts the rest. -#}
{% macro compact_batches(model, apply=none) %}
    {% set given = {"apply": apply} %}
    {% set operation = daybook._begin_operation("compact_batches", model, given) %}
    {% set relation, state = operation.relation, operation.log.state %}
    {% set merged = daybook._partitions_of_several_batches(state) %}
    {% set rows = [] %}
    {% for partition, ids in merged.items() %}
        {% set name = fromjson(partition) | join(", ") %}
        {% set number = daybook.rows_of_pointer(state, [partition]) %}
        {% do rows.append([name, ids | length, number]) %}
    {% endfor %}
    {% set title = (
        "Partitions of " ~ relation ~ " with more than one published batch"
    ) %}
    {% do daybook._print_table(title, ["partition", "batches", "rows"], rows) %}
    {% if operation.lock and merged %}
        {% set log = daybook._compact_files(relation, operation.log, merged) %}
        {% do daybook._flip_pointer(relation, log) %}
    {% endif %}
    {% call daybook._end_operation(operation) %}
        {{ merged | length }} partitions were rewritten
    {% endcall %}
{% endmacro %}
