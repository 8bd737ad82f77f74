{#-
    Partitions that have lost rows since a position, of those that were published then. A batch
    that keeps its rows, with their posted_batch_id, takes none away, but may have changed them:
    with `rewritten`, those count too. A batch that was undone took rows away as well, and going back
    to before them does not bring them back.

    If an event names a partition twice, its state does not know since when the rows of that partition
    were there. They count as replaced.
-#}
{% macro _replaced_since(state, position, rewritten=false) %}
    {% set replaced = {} %}
    {% for batch in state.chain
        if batch.position > position
        and (rewritten or not batch.keeps_rows) %}
        {% for partition, since in batch.replaced.items()
            if (since or 0) <= position %}
            {% do replaced.update({partition: true}) %}
        {% endfor %}
    {% endfor %}
    {% do return(replaced | list) %}
{% endmacro %}

{#- The same, without those whose batches of that position are all visible again, with only later
    ones beside them: the pointer was moved back and forth. A compaction counts as the batches that
    it combined. -#}
{% macro _taken_away(log, state, position, rewritten=false) %}
    {% set replaced = daybook._replaced_since(state, position, rewritten) %}
    {% if not replaced %} {% do return([]) %} {% endif %}
    {% set log = daybook._store(log.relation).past(log) %}
    {% set then = daybook._state_at(log, position) %}
    {% if not then %} {% do return(replaced) %} {% endif %}
    {% set later = [] %}
    {% for batch in state.chain if batch.position > position and not batch.pointed %}
        {% do later.append(batch.batch_id) %}
    {% endfor %}
    {% set difference = daybook.pointer_difference(
        daybook._uncompacted_pointer(log, then.pointer, replaced),
        daybook._uncompacted_pointer(log, state.pointer, replaced),
    ) %}
    {% set taken = [] %}
    {% for partition, batches in difference.items()
        if batches.gone or batches.added | reject("in", later) | list %}
        {% do taken.append(partition) %}
    {% endfor %}
    {% do return(taken) %}
{% endmacro %}

{#- The part of a pointer that has some partitions, without what compaction combined. -#}
{% macro _uncompacted_pointer(log, pointer, partitions) %}
    {% set written = {} %}
    {% for partition in partitions %}
        {% set ids = pointer.get(partition, []) %}
        {% do written.update(
            {partition: daybook._uncompacted_batches(log, partition, ids)}
        ) %}
    {% endfor %}
    {% do return(written) %}
{% endmacro %}

{#- The batches of a partition as they were written, as far as the log says what was compacted. -#}
{% macro _uncompacted_batches(log, partition, ids) %}
    {% set written = namespace(ids=ids) %}
    {% for event in log.events | reverse if event.event == "compacted" %}
        {% if event.batch_id in written.ids %}
            {% set merged = dict(event.merged).get(partition, []) %}
            {% set others = written.ids | reject("equalto", event.batch_id) | list %}
            {% set written.ids = others + merged %}
        {% endif %}
    {% endfor %}
    {% do return(written.ids) %}
{% endmacro %}
