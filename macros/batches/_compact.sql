{#-
    Rewrites published files, so that there are few of them and the pointer is short. Rows and
    their posted_batch_id stay as they are, so no answer about the past changes.

    `merged` says what is rewritten: {partition: [batch_id, ...]}. The new files have an id of
    their own; the next flip shows them.
-#}
{% macro _compact(relation, log, merged) %}
    {% set batches = daybook._batches_relation(relation) %}
    {% set state = daybook._state(log) %}
    {% set event = daybook._start(relation, log) %}
    {% set old_files = dict(state, pointer=merged) %}
    {% do run_query(
        "insert into "
        ~ batches
        ~ " by name select "
        ~ daybook._rebalance(state.partition_by)
        ~ "* except (batch_id), "
        ~ event.batch_id
        ~ "L as batch_id from "
        ~ batches
        ~ " where "
        ~ daybook._predicate(old_files)
    ) %}
    {% set partitions = daybook._partition_rows(
        batches, state.partition_by, event.batch_id
    ) %}
    {% set expected = namespace(rows=0) %}
    {% for partition, ids in merged.items() %}
        {% for id in ids %}
            {% set expected.rows = expected.rows + state.rows[partition ~ id] %}
        {% endfor %}
    {% endfor %}
    {% if partitions | sum(attribute="1") != expected.rows %}
        {% set why = (
            "compaction read " ~ partitions
            | sum(attribute="1") ~ " rows where the log has " ~ expected.rows
        ) %}
        {% do daybook._fail(relation, log, why) %}
        {% do daybook._raise(relation, why ~ "; nothing was changed") %}
    {% endif %}
    {% do event.update(
        {
            "event": "compacted",
            "at": daybook._now(),
            "partitions": partitions,
            "merged": merged.items() | list,
        }
    ) %}
    {% do daybook._assert_locked(relation) %}
    {% do daybook._write_event(relation, log, event.position, event) %}
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

{% macro _compact_if_due(relation, log, options) %}
    {% set due = daybook._due(daybook._state(log), options.compact_after) %}
    {% if due %}
        {% do daybook._compact(relation, log, due) %}
        {% do daybook._assert_locked(relation) %}
        {% do daybook._flip(relation, log) %}
    {% endif %}
{% endmacro %}

{#- For a pointer that is too long: the older half of the partitions, each in one batch. -#}
{% macro _shorten(relation, log) %}
    {% set state = daybook._state(log) %}
    {% set published = [] %}
    {% for partition in daybook._ordered(state.files, state.partition_by)
        if state.pointer.get(partition.key) %}
        {% do published.append(partition.key) %}
    {% endfor %}
    {% set merged = {} %}
    {% for key in published[: published | length // 2 + 1] %}
        {% do merged.update({key: state.pointer[key]}) %}
    {% endfor %}
    {% do daybook._compact(relation, log, merged) %}
    {% set length = daybook._view_text(relation, daybook._state(log)) | length %}
    {% if length > daybook._view_text_limit() %}
        {% do daybook._compact(relation, log, daybook._state(log).pointer) %}
    {% endif %}
{% endmacro %}
