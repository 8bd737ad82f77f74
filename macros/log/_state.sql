{#-
    What the log says at a position: what its events up to there add up to.

        pointer     {partition: [batch_id, ...]}   the batches that readers see in it
        files       {partition: [batch_id, ...]}   the batches that have files in it
        rows        {partition and batch_id: rows}
        since       {partition: position from which on what is published in it was posted}
        ids         every batch_id ever taken, in order
        dead        the ids whose batch was never completed
        chain       the batches in effect, in the order they were published, each with
                    position, batch_id, at, and replaced: {partition: its `since` then} of the
                    public partitions whose rows it took away, or rewrote if it keeps_rows
        inputs      {model: [position of its log up to which it is consumed, born, last batch there]}
        protected   {batch_id: position}           the states that cleaning leaves as they are
        clones      {clone: [position, ...]}       those that a pointer clone shows, or may show
        adopted     the batches whose files belong to another table
        adopters    the models that hold files of this one, as their own logs say
        beside      tables that a pattern keeps beside the model
        types       {column: type} of the batches table
        dropping    {partition: [batch_id, ...]}   files that a cleaning is about to remove

    and, as of the last batch, what each batch says of its model. _fields.sql has all of them.

    In the chain, a batch is `undone` while the pointer stands at an earlier one; an entry that
    is `pointed` is the moving of the pointer itself.

    A partition is the JSON of its list of values: '["2015-06"]', '[]' where there are none.
-#}
{% macro _state(log, position) %}
    {% if position == log.state.position %} {% do return(log.state) %} {% endif %}
    {% do return(daybook._fold_events(log, position)) %}
{% endmacro %}

{#- Adds up the events since the last checkpoint before a position. -#}
{% macro _fold_events(log, position=none) %}
    {% set found = namespace(state=log.checkpoints[0].state) %}
    {% for checkpoint in log.checkpoints
        if position is none or checkpoint.position <= position %}
        {% set found.state = checkpoint.state %}
    {% endfor %}
    {% set first = found.state.position %}
    {% for event in log.events
        if event.position > first
        and (position is none or event.position <= position) %}
        {% set found.state = daybook._apply_event(found.state, event) %}
    {% endfor %}
    {% do return(found.state) %}
{% endmacro %}

{#- The batches of a state's chain that are in effect, in the order they were published. -#}
{% macro _batches_in_effect(state) %}
    {% do return(state.chain | rejectattr("pointed") | rejectattr("undone") | list) %}
{% endmacro %}
