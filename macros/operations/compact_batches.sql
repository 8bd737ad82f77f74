{#-
    Rewrites what is published into one batch per partition, so that there are few files and
    the view is short. Rows and their posted_batch_id stay as they are. A run does this by
    itself for partitions with more than compact_after batches; the operation does it for all.
-#}
{% macro compact_batches(model, apply=none) %}
    {% set operation = daybook._begin_operation(
        "compact_batches", model, {"apply": apply}
    ) %}
    {% set relation, state = operation.relation, daybook._state(operation.log) %}
    {% set merged = daybook._partitions_of_several_batches(state) %}
    {% set rows = [] %}
    {% for partition, ids in merged.items() %}
        {% set name = fromjson(partition) | join(", ") %}
        {% set number = daybook._rows_of(state, [partition]) %}
        {% do rows.append([name, ids | length, number]) %}
    {% endfor %}
    {% do daybook._print_table(
        "Partitions of " ~ relation ~ " with more than one published batch",
        ["partition", "batches", "rows"],
        rows,
    ) %}
    {% if operation.lock and merged %}
        {% set log = daybook._compact_files(relation, operation.log, merged) %}
        {% do daybook._flip_pointer(relation, log) %}
    {% endif %}
    {% call daybook._end_operation(operation) %}
        {{ merged | length }} partitions were rewritten
    {% endcall %}
{% endmacro %}
