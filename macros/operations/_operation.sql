{#-
    How operations begin and end. Each has

        name       as it is called
        relation   the model's view
        node       dbt's node of it
        options    those of the node
        arguments  checked, with their defaults
        lock       none if the operation changes nothing, because `apply` is false
        log        if it has the lock, after what a dead run left was repaired
-#}
{% macro _begin_operation(name, model, given) %}
    {% set node = daybook._batched_node(model) %}
    {% set operation = daybook._asked_operation(name, node, given) %}
    {% do daybook._check_has_run(operation.relation) %}
    {% do return(daybook._locked_operation(operation)) %}
{% endmacro %}

{#- Before it has a lock and a log. -#}
{% macro _asked_operation(name, node, given) %}
    {% set relation = daybook._node_relation(node) %}
    {% set arguments = daybook._arguments_of_operation(name, relation, given) %}
    {% do return(
        {
            "name": name,
            "relation": relation,
            "node": node,
            "options": daybook._options_of_node(node),
            "arguments": arguments,
        }
    ) %}
{% endmacro %}

{#- The log is read after the lock is taken, because it may change until then. -#}
{% macro _locked_operation(operation) %}
    {% set lock = daybook._lock_of_operation(operation) %}
    {% set log = (
        daybook._recovered_log(operation.relation)
        if lock
        else daybook._log_to_read(operation.relation)
    ) %}
    {% do return(dict(operation, lock=lock, log=log)) %}
{% endmacro %}

{#- The hooks of several models may act on one that all of them read. -#}
{% macro _lock_of_operation(operation) %}
    {% set asked = operation.arguments %}
    {% if not asked.get("apply", true) %} {% do return(none) %} {% endif %}
    {% do daybook._refuse_in_hook(operation) %}
    {% set is_in_hook = daybook._is_in_hook() %}
    {% do return(
        daybook._lock_model(
            operation.relation,
            operation.options.lock_hours,
            daybook._holder_of(model.unique_id) if is_in_hook else none,
            force=asked.get("force", false),
        )
    ) %}
{% endmacro %}

{#- Whether an operation is called in a hook of a model. -#}
{% macro _is_in_hook() %}
    {% do return(
        model is defined
        and model.resource_type in ("model", "seed", "snapshot")
    ) %}
{% endmacro %}

{#- The lock keeps out other runs, not this one, which may be writing that model in another thread. What
    the hook's model reads has been written before. -#}
{% macro _refuse_in_hook(operation) %}
    {% set name, relation = operation.name, operation.relation %}
    {% if (
        daybook._is_in_hook()
        and not daybook._is_this(relation)
        and operation.node.unique_id not in model.depends_on.nodes
    ) %}
        {% call daybook.refuse(relation) %}
            {{ name }} is called in a hook of {{ model.name }}, while this run may be writing
            {{ relation }}: call it in on-run-end, or by itself (dbt run-operation daybook.{{ name }})
        {% endcall %}
    {% endif %}
{% endmacro %}

{#- One table for all operations. A shell may give a number as a text. -#}
{% macro _arguments_of_operation(name, relation, given) %}
    {% set rules = {
        "apply": {"default": false, "one_of": [true, false]},
        "batch_id": {"required": true, "at_least": 1},
        "force": {"default": false, "one_of": [true, false]},
        "older_than_days": {"default": 7, "between": [0, 36500]},
        "table": {"required": true},
    } %}
    {% set own_rules = dict(rules.items() | selectattr("0", "in", given)) %}
    {% set batch_id = daybook._whole_number(given.get("batch_id")) %}
    {% set given = dict(given, batch_id=batch_id) %}
    {% do return(daybook.checked_arguments(relation, name, given, own_rules)) %}
{% endmacro %}

{#- Writes an event, and returns the log with it. -#}
{% macro _log_operation(operation, event) %}
    {% set event = dict(event, at=daybook._now(), invocation_id=invocation_id) %}
    {% do return(
        daybook._store(operation.relation).write_event(
            operation.relation, operation.log, event
        )
    ) %}
{% endmacro %}

{#- The block says what was done, if anything could be. -#}
{% macro _end_operation(operation) %}
    {% set message = "nothing was changed; to do this, add apply: true" %}
    {% if operation.lock %}
        {% set message = caller() %} {% do daybook._release_lock(operation.relation) %}
    {% endif %}
    {% call daybook.tell(operation.relation) %} {{ message }} {% endcall %}
{% endmacro %}
