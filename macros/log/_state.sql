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
        beside      tables that a pattern keeps beside the model
        types       {column: type} of the batches table
        dropping    {partition: [batch_id, ...]}   files that a cleaning is about to remove
        columns, partition_by, docs, private, built_with, remembers, batch, publish, file_format,
        view, if_replaced
                    as of the last batch

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
        "beside": [],
        "dropping": {},
        "columns": [],
        "types": {},
        "partition_by": [],
        "docs": "",
        "private": [],
        "built_with": {},
        "remembers": {},
        "batch": none,
        "publish": "view",
        "file_format": none,
        "view": none,
        "if_replaced": none,
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
