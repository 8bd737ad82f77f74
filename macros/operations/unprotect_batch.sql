{#- Undoes protect_batch: the next cleaning may remove the batch's files. -#}
{% macro unprotect_batch(model, batch_id) %}
    {% set operation = daybook._begin_operation(
        "unprotect_batch",
        model,
        {"batch_id": daybook._whole_number(batch_id)},
    ) %}
    {% set batch_id = operation.arguments.batch_id %}
    {% set protected = daybook._state(operation.log).protected %}
    {% if batch_id | string not in protected %}
        {% call daybook._refuse_operation(operation) %}
            batch {{ batch_id }} is not protected; protected are:
            {{ protected | join(", ") or "none" }}
        {% endcall %}
    {% endif %}
    {% do daybook._log_operation(
        operation,
        {
            "event": "unprotected",
            "of": batch_id,
            "of_position": protected[batch_id | string],
        },
    ) %}
    {% call daybook._end_operation(operation) %}
        batch {{ batch_id }} is no longer protected
    {% endcall %}
{% endmacro %}
