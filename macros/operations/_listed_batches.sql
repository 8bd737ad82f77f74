{#-
    What list_batches prints and batches_of returns: the batches of a model, oldest first, with what
    each wrote, how much of it readers see, and how much is still on disk. Last comes the lock, if
    somebody holds it. Each has a value, or none, for all of _columns_of_list.
-#}
{% macro _listed_batches(relation, log) %}
    {% set state, shown = log.state, daybook._state(log, log.shown) %}
    {% set seen = shown.pointer.values() | sum(start=[]) %}
    {% set on_disk = state.files.values() | sum(start=[]) %}
    {% set nothing = dict.fromkeys(daybook._columns_of_list()) %}
    {% set listed = [] %}
    {% for event in daybook._events_to_list(log) %}
        {% set row = dict(
            nothing,
            batch_id=event.batch_id,
            at=event.get("at"),
            what=event.event,
            notes=daybook._notes_on_batch(log, event) | join(", "),
        ) %}
        {% if event.get("partitions") is not none %}
            {% set rows = event.partitions | map(attribute="1") | sum %}
            {% do row.update({"rows": rows, "written": event.partitions | length}) %}
        {% endif %}
        {% if event.event != "pointed" %}
            {% set id = event.batch_id %}
            {% do row.update({"seen": seen.count(id), "on_disk": on_disk.count(id)}) %}
        {% endif %}
        {% do listed.append(row) %}
    {% endfor %}
    {% set held = daybook._lock_on(relation) %}
    {% if held %}
        {% set notes = "by invocation " ~ held.holder %}
        {% do listed.append(dict(nothing, at=held.since, what="locked", notes=notes)) %}
    {% endif %}
    {% do return(listed) %}
{% endmacro %}

{#- {column: type} of a list of batches. -#}
{% macro _columns_of_list() %}
    {% do return(
        {
            "batch_id": "bigint",
            "at": "timestamp",
            "what": "string",
            "rows": "bigint",
            "written": "bigint",
            "seen": "bigint",
            "on_disk": "bigint",
            "notes": "string",
        }
    ) %}
{% endmacro %}

{#- An event for each batch, and for each time that the pointer was moved by hand. If the
    event of a batch was deleted, the log only knows when it was published; or, if compaction made it,
    whether it has files. -#}
{% macro _events_to_list(log) %}
    {% set first = log.state if log.has_gaps else log.checkpoints[0].state %}
    {% set listed = [] %}
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
            {#- What it points at was written by others. -#}
            {% do listed.append(dict(event, batch_id=event.to, partitions=none)) %}
        {% elif event.event in ("started", "failed", "committed", "compacted") %}
            {% for part in daybook._batches_in(event) %}
                {% do listed.append(dict(event, **part)) %}
            {% endfor %}
        {% endif %}
    {% endfor %}
    {% do return(listed) %}
{% endmacro %}

{% macro _notes_on_batch(log, event) %}
    {% set state = log.state %}
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
