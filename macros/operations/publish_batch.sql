{#-
    Moves the pointer to what it was right after a batch: back, or forth again. One flip, so
    readers see the one or the other; no file is written or removed.

    The model's next run builds on what is published then, and consumes again what its
    batches that are undone had consumed.
-#}
{% macro publish_batch(model, batch_id) %}
    {% set operation = daybook._begin_operation(model) %}
    {% set state = daybook._state(operation.log) %}
    {% set then = daybook._published_by(operation, batch_id | int, "published") %}
    {% if (then.pointer, then.columns) == (state.pointer, state.columns) %}
        {% set message = "readers see what batch {} published already" %}
    {% else %}
        {% do daybook._point_at(operation, state, then, batch_id | int) %}
        {% set message = "readers see what batch {} published, and nothing later" %}
    {% endif %}
    {% do daybook._end_operation(operation) %}
    {% do daybook._say(operation.relation, message.format(batch_id)) %}
{% endmacro %}

{#- What was published right after a batch, if all of it is there; otherwise refused. -#}
{% macro _published_by(operation, batch_id, to_be) %}
    {% set log = operation.log %}
    {% set positions = {} %}
    {% for batch in daybook._state(log).chain if not batch.pointed %}
        {% do positions.update({batch.batch_id: batch.position}) %}
    {% endfor %}
    {% if batch_id not in positions %}
        {% do daybook._refuse_operation(
            operation,
            "no batch "
            ~ batch_id
            ~ " was ever published; the last ones are "
            ~ (positions | list)[-5:]
            | join(", "),
        ) %}
    {% endif %}
    {% set position = positions[batch_id] %}
    {% set then = daybook._readable_at(log, position, public=false) %}
    {% if position < log.checkpoints[0].position or not then %}
        {% do daybook._refuse_operation(
            operation,
            "batch "
            ~ batch_id
            ~ " can't be "
            ~ to_be
            ~ " any more: "
            ~ daybook._why_unknown(log, position),
        ) %}
    {% endif %}
    {% do return(then) %}
{% endmacro %}

{#- The event holds the whole pointer, so that it stands without those before it. -#}
{% macro _point_at(operation, state, then, batch_id) %}
    {% set event = {
        "event": "pointed",
        "to": batch_id,
        "at": daybook._now(),
        "invocation_id": invocation_id,
        "in_effect": then.chain
        | rejectattr("pointed")
        | rejectattr("undone")
        | map(attribute="position")
        | list,
        "replaced": daybook._changed_by_pointing(state, then),
        "pointer": then.pointer,
        "since": then.since,
        "inputs": then.inputs,
    } %}
    {% do event.update(daybook._description_in(then)) %}
    {% set log = daybook._write_event(operation.relation, operation.log, event) %}
    {% do daybook._flip_pointer(operation.relation, log) %}
{% endmacro %}

{#- The public partitions that look different then, each with the position from which on it
    had, or has, what the other has not: {partition: position}. -#}
{% macro _changed_by_pointing(state, then) %}
    {% set positions = {} %}
    {% for batch in state.chain if not batch.pointed %}
        {% do positions.update({batch.batch_id: batch.position}) %}
    {% endfor %}
    {% set changed = {} %}
    {% set before = daybook._pointer_of(state, private=false) %}
    {% set after = daybook._pointer_of(then, private=false) %}
    {% for partition in dict(before, **after) %}
        {% set differing = set(before.get(partition, [])).symmetric_difference(
            after.get(partition, [])
        ) %}
        {% set since = [] %}
        {% for id in differing %}
            {% do since.append(positions.get(id, 1)) %}
        {% endfor %}
        {% if since %} {% do changed.update({partition: since | min}) %} {% endif %}
    {% endfor %}
    {% do return(changed) %}
{% endmacro %}
