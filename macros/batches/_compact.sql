{#-
    Rewrites published files, so that there are few of them and the pointer is short. Rows and
    their posted_batch_id stay as they are, so no answer about the past changes.

    `merged` says what is rewritten: {partition: [batch_id, ...]}. The new files have an id of
    their own; the next flip shows them. Returns the log with the event.
-#}
{% macro _compact(relation, log, merged) %}
    {% set batches = daybook._batches_relation(relation) %}
    {% set state = daybook._state(log) %}
    {% set log = daybook._start(relation, log) %}
    {% set event = log.events[-1] %}
    {% set old_files = dict(state, pointer=merged) %}
    {% set columns = daybook._described("table", batches).columns | map("first") %}
    {% do daybook._insert(
        batches,
        "select "
        ~ daybook._rebalance(state.partition_by)
        ~ daybook._columns(columns | reject("eq", "batch_id"))
        ~ ", "
        ~ event.batch_id
        ~ "L as batch_id from "
        ~ batches
        ~ " where "
        ~ daybook._predicate(old_files),
        "compaction",
    ) %}
    {% set partitions = daybook._partition_rows(
        batches, state.partition_by, event.batch_id
    ) %}
    {% set read = partitions | sum(attribute="1") %}
    {% set expected = daybook._rows_of(old_files, merged) %}
    {% if read != expected %}
        {% set why = (
            "compaction read " ~ read ~ " rows where the log has " ~ expected
        ) %}
        {% do daybook._give_up(relation, log, why ~ "; nothing was changed") %}
    {% endif %}
    {% set compacted = dict(
        event,
        event="compacted",
        at=daybook._now(),
        partitions=partitions,
        merged=merged.items() | list,
    ) %}
    {% do daybook._assert_locked(relation) %}
    {% do return(daybook._write_event(relation, log, compacted)) %}
{% endmacro %}

{#-
    What is due: in each partition with more than `compact_after` published batches, the newest
    of them, back to one that is larger than all that came after it. So sizes fall
    geometrically, a row is rewritten a few times in its life, and a run costs the same with
    two years behind it.
-#}
{% macro _due(state, compact_after) %}
    {% set due = {} %}
    {% for partition, ids in state.pointer.items() if ids | length > compact_after %}
        {% set merge = namespace(ids=[], rows=0, open=true) %}
        {% for id in ids | reverse if merge.open %}
            {% set rows = state.rows[partition ~ id] %}
            {% if merge.ids | length > compact_after // 2 and rows > merge.rows %}
                {% set merge.open = false %}
            {% else %}
                {% do merge.ids.append(id) %} {% set merge.rows = merge.rows + rows %}
            {% endif %}
        {% endfor %}
        {% do due.update({partition: merge.ids}) %}
    {% endfor %}
    {% do return(due) %}
{% endmacro %}

{#- All partitions that show more than one batch. -#}
{% macro _of_several_batches(state) %}
    {% set merged = {} %}
    {% for partition, ids in state.pointer.items() if ids | length > 1 %}
        {% do merged.update({partition: ids}) %}
    {% endfor %}
    {% do return(merged) %}
{% endmacro %}

{#- Before the batch of the run is written, so that where it fails nothing is published; a full
    refresh, which may be the way out, goes without. A table's partition shows one batch only; a
    view that comes before it may have had several. -#}
{% macro _compact_if_due(relation, log, options) %}
    {% if not (flags.EMPTY or should_full_refresh()) %}
        {% set state = daybook._state(log) %}
        {% set due = (
            daybook._of_several_batches(state)
            if options.publish == "partitions"
            else daybook._due(state, options.compact_after)
        ) %}
        {% if due %}
            {% set log = daybook._compact(relation, log, due) %}
            {% set log = daybook._flip(relation, log) %}
        {% endif %}
    {% endif %}
    {% do return(log) %}
{% endmacro %}
