{#- Cleaning keeps the files of what a batch published, so that as_of goes on answering. -#}
{% macro protect_batch(model, batch_id) %}
    {% set given = {"batch_id": batch_id} %}
    {% set operation = daybook._begin_operation("protect_batch", model, given) %}
    {% set of = operation.arguments.batch_id %}
    {% set then = daybook._published_by(operation, "protected") %}
    {% set event = {"event": "protected", "of": of, "of_position": then.position} %}
    {% do daybook._log_operation(operation, event) %}
    {% call daybook._end_operation(operation) %}
        batch {{ of }} is protected
    {% endcall %}
{% endmacro %}
