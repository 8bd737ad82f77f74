{#- Undoes protect_batch: the next cleaning may remove the batch's files. -#}
{% macro unprotect_batch(model, batch_id) %}
    {% set given = {"batch_id": batch_id} %}
    {% set operation = daybook._begin_operation("unprotect_batch", model, given) %}
    {% set protected = operation.log.state.protected %}
    {% set of = operation.arguments.batch_id %}
    {% set position = protected.get(of | string) %}
    {% if position is none %}
        {% call daybook._refuse_unlocked(operation.relation) %}
            batch {{ of }} is not protected; protected are:
            {{ protected | join(", ") or "none" }}
        {% endcall %}
    {% endif %}
    {% set event = {"event": "unprotected", "of": of, "of_position": position} %}
    {% do daybook._log_operation(operation, event) %}
    {% call daybook._end_operation(operation) %}
        batch {{ of }} is no longer protected
    {% endcall %}
{% endmacro %}
