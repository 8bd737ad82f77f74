{#- What every operation begins with: a model, its lock, and what dead runs left put right. -#}
{% macro _begin_operation(model) %}
    {% set node = daybook._batched_node(model) %}
    {% set relation = daybook._node_relation(node) %}
    {% do daybook._check_has_run(relation) %}
    {% set lock = daybook._take_lock(
        relation, daybook._options_of_node(node).lock_hours
    ) %}
    {% do return(
        {
            "relation": relation,
            "lock": lock,
            "log": daybook._recovered_log(relation),
        }
    ) %}
{% endmacro %}

{#- The same for one that only looks: without the lock, and without putting anything right. -#}
{% macro _look_at(model) %}
    {% set relation = daybook._node_relation(daybook._batched_node(model)) %}
    {% do daybook._check_has_run(relation) %}
    {% do return({"relation": relation, "log": daybook._read_log(relation)}) %}
{% endmacro %}

{% macro _has_run(relation) %}
    {% set batches = daybook._batches_relation(relation) %}
    {% do return(daybook._schema_exists(batches) and daybook._exists(batches)) %}
{% endmacro %}

{% macro _check_has_run(relation) %}
    {% if not daybook._has_run(relation) %}
        {% do daybook._raise(relation, "it has no batches yet: run it first") %}
    {% endif %}
{% endmacro %}

{% macro _end_operation(operation) %}
    {% do daybook._release_lock(operation.lock.view) %}
{% endmacro %}

{#- Nothing was changed. -#}
{% macro _refuse_operation(operation, message) %}
    {% do daybook._end_operation(operation) %}
    {% do daybook._raise(operation.relation, message) %}
{% endmacro %}

{#- A batched model by its name, in this project or a package, its alias, or schema.alias. -#}
{% macro _batched_node(model) %}
    {% set nodes = [] %}
    {% for node in graph.nodes.values()
        if node.resource_type == "model" and node.config.materialized == "batched" %}
        {% do nodes.append(node) %}
    {% endfor %}
    {% set found = [] %}
    {% set names = [] %}
    {% for node in nodes
        if model in (node.name, node.alias)
        or model | string | lower == daybook._key(daybook._node_relation(node)) %}
        {% do found.append(node) %}
        {% do names.append(node.schema ~ "." ~ node.alias) %}
    {% endfor %}
    {% if found | length == 1 %} {% do return(found[0]) %}
    {% elif found %}
        {% do exceptions.raise_compiler_error(
            "daybook: " ~ model ~ " may be any of " ~ names
            | sort
            | join(", ") ~ ": name one so"
        ) %}
    {% endif %}
    {% do exceptions.raise_compiler_error(
        "daybook: "
        ~ (
            "no batched model is called " ~ model
            if model
            else "no model is named, as in --args '{model: fct_orders}'"
        )
        ~ "; there are: "
        ~ nodes
        | map(attribute="name")
        | sort
        | join(", ")
    ) %}
{% endmacro %}
