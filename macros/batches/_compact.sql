{#-
    Rewrites published files, so that there are few of them and the pointer is short. Rows and
    their posted_batch_id stay as they are, so no answer about the past changes.

    merged: what is rewritten, {partition: [batch_id, ...]}. The new files have an id of their own;
    the next flip shows them. Returns the log with the event.
-#}
{% macro _compact_files(relation, log, merged) %}
    {% set batches = daybook.batches_table(relation) %}
    {% set state = log.state %}
    {% set log = daybook._store(relation).write_event(
        relation, log, daybook._started_event(log, {})
    ) %}
    {% set event = log.events[-1] %}
    {% set old_files = dict(state, pointer=merged) %}
    {% set names = daybook.describe("table", batches).columns | map("first") %}
    {% set kept = names | reject("in", ("posted_batch_id", "batch_id")) %}
    {% do daybook._store(relation).write(
        relation,
        {
            "selected": daybook.quoted_column(kept),
            "partition_by": state.partition_by,
        },
        "select * from "
        ~ batches
        ~ " where "
        ~ daybook.pointer_condition(old_files),
        event.batch_id,
        true,
        "compaction",
    ) %}
    {% set written = daybook._store(relation).check(
        relation, state, state.partition_by, event
    ) %}
    {% set partitions = written.partitions %}
    {% set read = partitions | map(attribute="1") | sum %}
    {% set expected = daybook.rows_of_pointer(old_files, merged) %}
    {% if read != expected %}
        {% set problem %}
            compaction read {{ read }} rows where the log has {{ expected }}; nothing was changed:
            look for the loss with check_model, then bring the files back, or rebuild the model
            with --full-refresh
        {% endset %}
        {% do daybook._refuse_batch(relation, log, problem) %}
    {% endif %}
    {% set compacted = dict(
        event,
        event="compacted",
        at=daybook._now(),
        partitions=partitions,
        merged=merged.items() | list,
        strays=written.strays,
    ) %}
    {% set note = daybook._store(relation).note(
        relation, daybook._log_with(log, compacted)
    ) %}
    {% do return(
        daybook._store(relation).write_event(relation, log, compacted, note)
    ) %}
{% endmacro %}

{% macro _partitions_of_several_batches(state) %}
    {% set merged = {} %}
    {% for partition, ids in state.pointer.items() if ids | length > 1 %}
        {% do merged.update({partition: ids}) %}
    {% endfor %}
    {% do return(merged) %}
{% endmacro %}
