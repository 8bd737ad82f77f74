{#- Cleaning leaves what a batch published as it is, for ever: as_of goes on answering. -#}
{% macro protect_batch(model, batch_id) %}
    {% set operation = daybook._begin_operation(model) %}
    {% set then = daybook._published_by(operation, batch_id | int, "protected") %}
    {% do daybook._write_protection(
        operation, "protected", batch_id | int, then.position
    ) %}
    {% do daybook._end_operation(operation) %}
    {% do daybook._say(operation.relation, "batch " ~ batch_id ~ " is protected") %}
{% endmacro %}

{% macro _write_protection(operation, event, batch_id, position) %}
    {% do daybook._write_event(
        operation.relation,
        operation.log,
        {
            "event": event,
            "of": batch_id,
            "of_position": position,
            "at": daybook._now(),
            "invocation_id": invocation_id,
        },
    ) %}
{% endmacro %}
