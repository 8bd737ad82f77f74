{#-
    What the log says at a position: the fold of its events.

        pointer     {partition: [batch_id, ...]}   the batches that readers see in it
        files       {partition: [batch_id, ...]}   the batches that have files in it
        rows        {partition and batch_id: rows}
        since       {partition: position from which on what is published in it was posted}
        ids         every batch_id ever taken, in order
        dead        those of them that were never completed
        chain       the batches in effect, in the order they were published, each with
                    position, batch_id, at, and replaced: {partition: its `since` then} of the
                    public partitions whose rows it took away, or rewrote if it keeps_rows
        inputs      {model: [position of its log up to which it is consumed, born]}
        first       the first position of which the log says all
        protected   {batch_id: position}           the states that cleaning leaves as they are
        clones      {clone: [position, ...]}       those that a pointer clone shows, or may show
        held        {position: state}              of these, the ones from before the fold
        adopted     the batches whose files belong to another table
        adopters    the models that hold files of this one, as their own logs say
        dropping    {partition: [batch_id, ...]}   files that a cleaning is about to remove
        columns, partition_by, docs, private, marks, batch, publish, file_format, consolidation
                    as of the last batch; the last is how a view puts rows together

    In the chain, a batch is `undone` while the pointer stands at an earlier one; an entry that
    is `pointed` is the moving of the pointer itself.

    A partition is the JSON of its list of values: '["2015-06"]', '[]' where there are none.
-#}
{% macro _state(log, position=none) %}
    {% if position == daybook._last_position(log) %}
        {% set position = none %}
    {% endif %}
    {% if position is none and log.folds %} {% do return(log.folds[0]) %} {% endif %}
    {% set state = {
        "pointer": {},
        "files": {},
        "rows": {},
        "since": {},
        "ids": [],
        "dead": [],
        "chain": [],
        "inputs": {},
        "protected": {},
        "clones": {},
        "held": {},
        "adopted": [],
        "adopters": [],
        "dropping": {},
        "columns": [],
        "partition_by": [],
        "docs": "",
        "private": [],
        "marks": {},
        "batch": none,
        "publish": "view",
        "file_format": none,
        "consolidation": none,
        "first": 1,
        "position": 0,
    } %}
    {% do state.update(daybook._checkpointed(log, position, state)) %}
    {% for event in log.events
        if event.position > state.position
        and (position is none or event.position <= position) %}
        {% do daybook._apply(state, event) %}
    {% endfor %}
    {% if position is none %} {% do log.folds.append(state) %} {% endif %}
    {% do return(state) %}
{% endmacro %}

{#- The state after one more event, or after another one at its position. -#}
{% macro _state_after(state, event) %}
    {% set after = {} %}
    {% for name, value in state.items() %}
        {% do after.update(
            {
                name: (
                    dict(value)
                    if value is mapping
                    else (
                        value | list
                        if value is iterable and value is not string
                        else value
                    )
                )
            }
        ) %}
    {% endfor %}
    {% set ids = daybook._parts(event) | map(attribute="batch_id") | list %}
    {% for name in ("ids", "dead") %}
        {% do after.update({name: after[name] | reject("in", ids) | list}) %}
    {% endfor %}
    {% do daybook._apply(after, event) %}
    {% do return(after) %}
{% endmacro %}

{#- Changes a state by an event, but no list or mapping inside its own: others may have them. -#}
{% macro _apply(state, event) %}
    {% if event.event == "folded" %}
        {% do state.update(fromjson(tojson(event.state))) %}
        {% do state.update({"first": event.position}) %}
    {% elif event.borrowed %}
        {#- One that died with a higher id may be in between. -#}
        {% set ids = daybook._parts(event) | map(attribute="batch_id") | list %}
        {% do state.update({"ids": (state.ids + ids) | sort}) %}
    {% elif event.batch_id %} {% do state.ids.append(event.batch_id) %}
    {% endif %}
    {% if event.event == "committed" %} {% do daybook._apply_batch(state, event) %}
    {% elif event.event == "compacted" %}
        {% do daybook._add_files(state, event) %}
        {% do daybook._apply_compaction(state, event) %}
    {% elif event.event in ("started", "failed") %}
        {% do state.dead.extend(daybook._parts(event) | map(attribute="batch_id")) %}
    {% else %} {% do daybook._apply_operation(state, event) %}
    {% endif %}
    {% do state.update({"position": event.position}) %}
{% endmacro %}

{#- The batches of an event: what was lent by another model has an id of its own. -#}
{% macro _parts(event) %}
    {% do return(
        ([dict(event.borrowed, adopted=true)] if event.borrowed else [])
        + [event]
    ) %}
{% endmacro %}

{% macro _add_files(state, event) %}
    {% set id = event.batch_id %}
    {% for partition, rows in event.partitions %}
        {% do state.files.update({partition: state.files.get(partition, []) + [id]}) %}
        {% do state.rows.update({partition ~ id: rows}) %}
    {% endfor %}
{% endmacro %}

{#- A committed batch: what it replaces goes, its own partitions join. -#}
{% macro _apply_batch(state, event) %}
    {% set replaced = {} %}
    {% set candidates = state.pointer if event.replaced == "all" else event.replaced %}
    {% for partition in candidates if state.pointer.get(partition) %}
        {% do replaced.update({partition: state.since[partition]}) %}
    {% endfor %}
    {% for partition in replaced %}
        {% do state.pointer.update({partition: []}) %}
        {% if not event.keeps_rows %} {% do state.since.pop(partition) %} {% endif %}
    {% endfor %}
    {% set parts = daybook._parts(event) if event.borrowed else [event] %}
    {% for part in parts %}
        {% do daybook._add_files(state, part) %}
        {% for partition, rows in part.partitions %}
            {% set ids = state.pointer.get(partition, []) + [part.batch_id] %}
            {% do state.pointer.update({partition: ids}) %}
            {% do state.since.setdefault(partition, event.position) %}
        {% endfor %}
        {% if part.adopted %} {% do state.adopted.append(part.batch_id) %} {% endif %}
    {% endfor %}
    {#- Readers lose nothing of what was private, and stays so. -#}
    {% set unseen = daybook._private_of(replaced, state.private) %}
    {% for partition in daybook._private_of(unseen, event.private) %}
        {% do replaced.pop(partition) %}
    {% endfor %}
    {% if event.starts_anew %} {% do state.update({"inputs": {}}) %} {% endif %}
    {% do state.inputs.update(event.inputs) %}
    {% for name in daybook._last_batch_says() %}
        {% do state.update({name: event.get(name)}) %}
    {% endfor %}
    {% for part in parts %}
        {% do state.chain.append(
            {
                "position": event.position,
                "batch_id": part.batch_id,
                "at": event.at,
                "replaced": replaced if loop.last else {},
                "keeps_rows": event.keeps_rows,
            }
        ) %}
    {% endfor %}
{% endmacro %}

{% macro _last_batch_says() %}
    {% do return(
        (
            "columns",
            "partition_by",
            "docs",
            "private",
            "marks",
            "batch",
            "publish",
            "file_format",
            "consolidation",
        )
    ) %}
{% endmacro %}

{#- Rewritten files stand in for those they were made of; the rows are the same. -#}
{% macro _apply_compaction(state, event) %}
    {% for partition, merged in event.merged %}
        {% do state.pointer.update(
            {
                partition: state.pointer[partition]
                | reject("in", merged)
                | list + [event.batch_id]
            }
        ) %}
    {% endfor %}
{% endmacro %}

{#- Those of some partitions that the model keeps to itself: by their first value. -#}
{% macro _private_of(partitions, private) %}
    {% set kept = [] %}
    {% for partition in partitions if private and fromjson(partition)[0] in private %}
        {% do kept.append(partition) %}
    {% endfor %}
    {% do return(kept) %}
{% endmacro %}

{#- The pointer with its public partitions alone, or with its private ones. -#}
{% macro _pointer_of(state, private) %}
    {% if not state.private %}
        {% do return({} if private else state.pointer) %}
    {% endif %}
    {% set kept = daybook._private_of(state.pointer, state.private) %}
    {% set pointer = {} %}
    {% for partition, ids in state.pointer.items() if (partition in kept) == private %}
        {% do pointer.update({partition: ids}) %}
    {% endfor %}
    {% do return(pointer) %}
{% endmacro %}
