{#-
    How every operation begins and ends. It has

        relation   the model's view
        arguments  checked, with their defaults
        lock       none if the operation changes nothing, because `apply` is false
        lock_hours the model's option
        log        if it has the lock, after what a dead run left was repaired
-#}
{% macro _begin_operation(name, model, given={}, needs_batches=true) %}
    {% set node = daybook._batched_node(model) %}
    {% set relation = daybook._node_relation(node) %}
    {% set arguments = daybook._arguments_of_operation(name, relation, given) %}
    {% if needs_batches %} {% do daybook._check_has_run(relation) %} {% endif %}
    {% set locks = arguments.get("apply", true) %}
    {% if locks %} {% do daybook._refuse_in_hook(name, relation, node) %} {% endif %}
    {% set hours = daybook._options_of_node(node).lock_hours %}
    {% set lock = (
        daybook._lock_model(
            relation,
            hours,
            daybook._holder_in_hook(),
            force=arguments.get("force", false),
        )
        if locks
        else none
    ) %}
    {#- The log is read after the lock is taken, because it may change until then. -#}
    {% set log = (
        daybook._recovered_log(relation)
        if locks
        else daybook._log_to_read(relation)
    ) %}
    {% do return(
        {
            "relation": relation,
            "arguments": arguments,
            "lock": lock,
            "lock_hours": hours,
            "log": log,
        }
    ) %}
{% endmacro %}

{#- Whether an operation is called in a hook of a model. -#}
{% macro _is_in_hook() %}
    {% do return(
        model is defined
        and model.resource_type in ("model", "seed", "snapshot")
    ) %}
{% endmacro %}

{#- The hooks of several models may act on one that all of them read. -#}
{% macro _holder_in_hook() %}
    {% do return(
        daybook._holder_of(model.unique_id) if daybook._is_in_hook() else none
    ) %}
{% endmacro %}

{#- The lock keeps out other runs, not this one, which may be writing that model in another thread. What
    the hook's model reads has been written before. -#}
{% macro _refuse_in_hook(name, relation, node={}) %}
    {% if (
        daybook._is_in_hook()
        and not daybook._is_this(relation)
        and node.unique_id not in model.depends_on.nodes
    ) %}
        {% call daybook._refuse(relation) %}
            {{ name }} is called in a hook of {{ model.name }}, while this run may be writing
            {{ relation }}: call it in on-run-end, or by itself (dbt run-operation daybook.{{ name }})
        {% endcall %}
    {% endif %}
{% endmacro %}

{#- One table for all operations. -#}
{% macro _arguments_of_operation(name, relation, given) %}
    {% set rules = {
        "apply": {"default": false, "one_of": [true, false]},
        "batch_id": {"required": true, "at_least": 1},
        "force": {"default": false, "one_of": [true, false]},
        "older_than_days": {"default": 7, "between": [0, 36500]},
        "table": {"required": true},
    } %}
    {% set own_rules = {} %}
    {% for argument in given %}
        {% do own_rules.update({argument: rules[argument]}) %}
    {% endfor %}
    {% do return(daybook._checked_arguments(relation, name, given, own_rules)) %}
{% endmacro %}

{#- Writes an event, and returns the log with it. -#}
{% macro _log_operation(operation, event) %}
    {% do daybook._assert_still_locked(operation.relation) %}
    {% do return(
        daybook._write_event(
            operation.relation,
            operation.log,
            dict(event, at=daybook._now(), invocation_id=invocation_id),
        )
    ) %}
{% endmacro %}

{#- The block says what was done. -#}
{% macro _end_operation(operation) %}
    {% set message = caller() %}
    {% if operation.lock %}
        {% do daybook._release_lock(operation.relation) %}
    {% endif %}
    {% call daybook._tell(operation.relation) %} {{ message }} {% endcall %}
{% endmacro %}

{#- The block says why nothing was changed. -#}
{% macro _refuse_operation(operation) %}
    {% set message = caller() %}
    {% if operation.lock %}
        {% do daybook._release_lock(operation.relation) %}
    {% endif %}
    {% call daybook._refuse(operation.relation) %} {{ message }} {% endcall %}
{% endmacro %}
