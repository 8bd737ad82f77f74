{#-
    What list_batches prints and batches_of returns: the batches of a model, oldest first, with what
    each wrote, how much of it readers see, and how much is still on disk. Last comes the lock, if
    somebody holds it. Each has all of {batch_id, at, what, rows, written, seen, on_disk, notes}.
-#}
{% macro _listed_batches(relation, log) %}
    {% set state = daybook._state(log) %}
    {% set shown = daybook._state(log, log.shown) %}
    {% set seen = shown.pointer.values() | sum(start=[]) %}
    {% set on_disk = state.files.values() | sum(start=[]) %}
    {% set listed = [] %}
    {% for event in daybook._events_to_list(log) %}
        {% set id, partitions = event.batch_id, event.get("partitions") %}
        {% set is_told = partitions is not none %}
        {% set has_files = event.event != "pointed" %}
        {% do listed.append(
            {
                "batch_id": id,
                "at": event.get("at"),
                "what": event.event,
                "rows": (
                    partitions | map(attribute="1") | sum if is_told else none
                ),
                "written": partitions | length if is_told else none,
                "seen": seen.count(id) if has_files else none,
                "on_disk": on_disk.count(id) if has_files else none,
                "notes": daybook._notes_on_batch(log, event) | join(", "),
            }
        ) %}
    {% endfor %}
    {% set held = daybook._lock_on(relation) %}
    {% if held %}
        {% set row = dict.fromkeys(
            ["batch_id", "at", "what", "rows", "written", "seen", "on_disk"]
        ) %}
        {% set notes = "by invocation " ~ held.holder %}
        {% do listed.append(dict(row, at=held.since, what="locked", notes=notes)) %}
    {% endif %}
    {% do return(listed) %}
{% endmacro %}

{#- An event for each batch, and for each time that the pointer was moved by hand. Of a batch whose
    event was deleted, the log only knows when it was published; or, if compaction made it, whether
    it has files. -#}
{% macro _events_to_list(log) %}
    {% set listed, first = [], log.checkpoints[0].state %}
    {% set published = first.chain | map(attribute="batch_id") | list %}
    {% set with_files = first.files.values() | sum(start=[]) | unique | sort %}
    {% for id in with_files if id not in published %}
        {% do listed.append({"event": "compacted", "batch_id": id}) %}
    {% endfor %}
    {% for batch in first.chain %}
        {% set event = "pointed" if batch.pointed else "committed" %}
        {% do listed.append(dict(batch, event=event)) %}
    {% endfor %}
    {% for event in log.events %}
        {% if event.event == "pointed" %}
            {% do listed.append(
                {
                    "event": "pointed",
                    "batch_id": event.to,
                    "at": event.at,
                    "position": event.position,
                }
            ) %}
        {% elif event.event in ("started", "failed", "committed", "compacted") %}
            {% for part in daybook._batches_in(event) %}
                {% do listed.append(dict(event, **part)) %}
            {% endfor %}
        {% endif %}
    {% endfor %}
    {% do return(listed) %}
{% endmacro %}

{% macro _notes_on_batch(log, event) %}
    {% set state = daybook._state(log) %}
    {#- Its run died before readers could see it, or is about to show it. -#}
    {% set waits = event.position and daybook._is_unseen(event, log) %}
    {% set waiting = "not shown yet" if waits %}
    {% if event.event == "pointed" %}
        {% do return(["by hand", waiting] | select | list) %}
    {% endif %}
    {% set undone = (
        state.chain
        | selectattr("undone")
        | selectattr("position", "eq", event.position)
    ) %}
    {% set private = namespace(rows=0) %}
    {% for partition, rows in event.partitions or []
        if daybook._private_of([partition], state.private) %}
        {% set private.rows = private.rows + rows %}
    {% endfor %}
    {% do return(
        [
            event.why,
            "protected" if event.batch_id | string in state.protected,
            "rolled back" if undone | list,
            "adopted" if event.adopted,
            (private.rows ~ " of the rows are private") if private.rows,
            waiting,
        ]
        | select
        | list
    ) %}
{% endmacro %}
