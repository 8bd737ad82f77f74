{#- Before the batch of the run is written, so that if it fails nothing is published; a full
    refresh, which may be the way out, goes without. A table's partition shows one batch only, and
    the view that was there before it may have had several. -#}
{% macro _compact_if_due(relation, log, options) %}
    {% set has_files = daybook._store(relation).has_files_of_its_own() %}
    {% if flags.EMPTY or should_full_refresh() or not has_files %}
        {% do return(log) %}
    {% endif %}
    {% set state = log.state %}
    {% set due = (
        daybook._partitions_of_several_batches(state)
        if options.publish == "partitions"
        else daybook._due_for_compaction(state, options.compact_after)
    ) %}
    {% if due %}
        {% set log = daybook._compact_files(relation, log, due) %}
        {% set log = daybook._flip_pointer(relation, log) %}
    {% endif %}
    {% do return(log) %}
{% endmacro %}

{#-
    What is due: in each partition with more than `compact_after` published batches, the newest
    of them, back to one that is larger than everything after it. So sizes fall geometrically, a
    row is rewritten a few times in its life, and a run costs the same after two years.
-#}
{% macro _due_for_compaction(state, compact_after) %}
    {% set due = {} %}
    {% for partition, ids in state.pointer.items() if ids | length > compact_after %}
        {% set merge = namespace(ids=[], rows=0, open=true) %}
        {% for id in ids | reverse %}
            {% set rows = state.rows[partition ~ id] %}
            {% if merge.ids | length > compact_after // 2 and rows > merge.rows %}
                {% set merge.open = false %}
            {% endif %}
            {% if merge.open %}
                {% do merge.ids.append(id) %} {% set merge.rows = merge.rows + rows %}
            {% endif %}
        {% endfor %}
        {% do due.update({partition: merge.ids}) %}
    {% endfor %}
    {% do return(due) %}
{% endmacro %}
