{#- The layout of the table's rows as a batch's, checked as that of a batch is. -#}
{% macro _layout_to_adopt(relation, source, options) %}
    {% do daybook._store(relation).check_table(relation, source, options) %}
    {% set log, rows = daybook._no_log(relation), "select * from " ~ source %}
    {% do return(daybook._layout_of_batch(relation, log, log.state, options, rows)) %}
{% endmacro %}

{#-
    Under the lock. The partitions are logged before they are taken over: if the run dies between, the
    next one releases them. Returns the batch, and the table: one that has the model's name makes room
    first, and its files may move with it.
-#}
{% macro _adopt_table(operation, source, options, layout, counted) %}
    {% set relation, log = operation.relation, operation.log %}
    {% if log.state.chain %}
        {% call daybook._refuse_unlocked(relation) %}
            it has batches: a table can be its first batch only
        {% endcall %}
    {% elif daybook.model_key(source) == daybook.model_key(relation) %}
        {% do daybook._assert_still_locked(relation) %}
        {% set source = daybook._clear_name(source, daybook._catalog_entry(source)) %}
        {% set log = dict(log, entry={}) %}
    {% endif %}
    {% set partition_by = layout.partition_by %}
    {% set taken = {"partitions": counted, "partition_by": partition_by} %}
    {% set log = daybook._begin_batch(
        relation,
        log,
        options,
        dict(layout, starts_over=log.exists),
        dict(taken, adopted=true),
    ) %}
    {% set event = log.events[-1] %}
    {% set locations = daybook._store(relation).of_table(
        relation, source, partition_by, counted
    ) %}
    {% set of_batch = daybook._store(relation).borrow(
        relation, partition_by, event.batch_id, locations
    ) %}
    {% set of_table = daybook._count_by(source, partition_by, "true") %}
    {% if of_batch != counted or of_table != counted %}
        {% set problem %}
            {{ source }} was written while it was adopted: adopt it again
        {% endset %}
        {% do daybook._refuse_batch(relation, log, problem) %}
    {% endif %}
    {% set committed = daybook._committed_event(event, options, layout, counted) %}
    {% set log = daybook._store(relation).write_event(
        relation, log, dict(committed, types=layout.types)
    ) %}
    {% do daybook._flip_pointer(relation, log) %}
    {% do return([event.batch_id, source]) %}
{% endmacro %}
