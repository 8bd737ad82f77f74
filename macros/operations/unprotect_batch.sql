{#- Takes protect_batch back: the next cleaning may drop the batch's files. -#}
{% macro unprotect_batch(model, batch_id) %}
    {% set operation = daybook._begin_operation(model) %}
    {% set protected = daybook._state(operation.log).protected %}
    {% if batch_id | string not in protected %}
        {% do daybook._refuse_operation(
            operation,
            "batch "
            ~ batch_id
            ~ " is not protected; protected are: "
            ~ (protected | join(", ") or "none"),
        ) %}
    {% endif %}
    {% do daybook._write_protection(
        operation, "unprotected", batch_id | int, protected[batch_id | string]
    ) %}
    {% do daybook._say(
        operation.relation, "batch " ~ batch_id ~ " is no longer protected"
    ) %}
    {% do daybook._end_operation(operation) %}
{% endmacro %}
