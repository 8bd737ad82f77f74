{#- Moves the pointer to what it was right after a batch, back or forward again, in one flip. What the
    model has read goes back with it, so its next run reads again what the undone batches had read. -#}
{% macro publish_batch(model, batch_id) %}
    {% set given = {"batch_id": batch_id} %}
    {% set operation = daybook._begin_operation("publish_batch", model, given) %}
    {% set relation, state = operation.relation, operation.log.state %}
    {#- Descriptions stay as they are: the next run writes its own. -#}
    {% set then = daybook._published_by(operation, "published") %}
    {% set then = dict(then, docs=state.docs) %}
    {% set sets = daybook._what_pointing_sets(then) %}
    {% set is_shown = sets == daybook._what_pointing_sets(state) %}
    {% if not is_shown %}
        {% set event = daybook._pointed_event(
            state, then, operation.arguments.batch_id
        ) %}
        {#- A view that would be too long is refused before the log says that the pointer has moved. -#}
        {% set after = daybook._log_with(operation.log, event).state %}
        {% set problem = daybook._store(relation).to_rewrite(relation, after).problem %}
        {% if problem %}
            {% call daybook._refuse_unlocked(relation) %} {{ problem }} {% endcall %}
        {% endif %}
        {% set log = daybook._log_operation(operation, event) %}
        {% do daybook._flip_pointer(relation, log) %}
    {% endif %}
    {% call daybook._end_operation(operation) %}
        readers see what batch {{ batch_id }} published
        {{- " already" if is_shown else ", and nothing later" }}
    {% endcall %}
{% endmacro %}

{#- What was published right after a batch, if all of it is still there; otherwise refused. -#}
{% macro _published_by(operation, to_be) %}
    {% set log, batch_id = operation.log, operation.arguments.batch_id %}
    {% set positions = daybook._positions_of_batches(log.state) %}
    {% if batch_id not in positions %}
        {% set last = (positions | list | reverse | list)[:5] | reverse %}
        {% call daybook._refuse_unlocked(operation.relation) %}
            no batch {{ batch_id }} was ever published; the last ones are
            {{ last | join(", ") }}
        {% endcall %}
    {% endif %}
    {% set position = positions[batch_id] %}
    {% set then = daybook._store(log.relation).readable_at(
        log, position, public=false, newest_first=to_be == "published"
    ) %}
    {% if position < log.checkpoints[0].position or not then %}
        {% call daybook._refuse_unlocked(operation.relation) %}
            batch {{ batch_id }} can't be {{ to_be }} any more:
            {{ daybook._why_unknown(log, position) }}
        {% endcall %}
    {% endif %}
    {% do return(then) %}
{% endmacro %}

{% macro _positions_of_batches(state) %}
    {% set positions = {} %}
    {% for batch in state.chain if not batch.pointed %}
        {% do positions.update({batch.batch_id: batch.position}) %}
    {% endfor %}
    {% do return(positions) %}
{% endmacro %}

{#- It holds the whole pointer, so that nothing before it is needed to read it. -#}
{% macro _pointed_event(state, then, batch_id) %}
    {% set in_effect = daybook._batches_in_effect(then) %}
    {% set event = {
        "event": "pointed",
        "to": batch_id,
        "in_effect": in_effect | map(attribute="position") | list,
        "replaced": daybook._changed_by_pointing(state, then),
        "since": then.since,
    } %}
    {% do return(dict(event, **daybook._what_pointing_sets(then))) %}
{% endmacro %}

{% macro _what_pointing_sets(state) %}
    {% set fields = daybook._fields_in("event", state) %}
    {% do return(dict(fields, pointer=state.pointer, inputs=state.inputs)) %}
{% endmacro %}

{#- The public partitions that look different after the move, each with the lowest position of a
    batch that only one of the two states shows: {partition: position}. -#}
{% macro _changed_by_pointing(state, then) %}
    {% set positions = daybook._positions_of_batches(state) %}
    {% set changed = {} %}
    {% set difference = daybook.pointer_difference(
        daybook._pointer_of(state, private=false),
        daybook._pointer_of(then, private=false),
    ) %}
    {% for partition, batches in difference.items() %}
        {% set since = [] %}
        {% for id in batches.gone + batches.added %}
            {% do since.append(positions.get(id, 1)) %}
        {% endfor %}
        {% do changed.update({partition: since | min}) %}
    {% endfor %}
    {% do return(changed) %}
{% endmacro %}
