{#- Cleaning keeps the files of what a batch published, so that as_of goes on answering. -#}
{% macro protect_batch(model, batch_id) %}
    {% set operation = daybook._begin_operation("protect_batch", model) %}
    {% set then = daybook._published_by(operation, batch_id | int, "protected") %}
    {% do daybook._log_operation(
        operation,
        {
            "event": "protected",
            "of": batch_id | int,
            "of_position": then.position,
        },
    ) %}
    {% call daybook._end_operation(operation) %}
        batch {{ batch_id }} is protected
    {% endcall %}
{% endmacro %}
