{#-
    dbt's on-run-end hook, in this project and where it is installed: a failed statement ends a
    model at once, and leaves its lock. With --fail-fast the models under way count as skipped.

    It only unlocks. The model's next run repairs what such a run had begun or committed, so no
    error here can keep other models locked.
-#}
{% macro _release_locks(results) %}
    {% if execute and flags.WHICH in ("run", "build", "retry") %}
        {% for result in results if result.status not in ("success", "no-op") %}
            {% for node in daybook._nodes_locked_by(result.node) %}
                {% set lock = daybook._lock_relation(daybook._node_relation(node)) %}
                {% if daybook._schema_exists(lock) %}
                    {% do daybook._drop_lock(lock) %}
                {% endif %}
            {% endfor %}
        {% endfor %}
    {% endif %}
{% endmacro %}

{#- A batched model locks itself, and for a moment a model that it adopts a batch of; a pointer
    clone locks the model that it clones. -#}
{% macro _nodes_locked_by(node) %}
    {% set locked = [node] if node.config.materialized == "batched" else [] %}
    {% if locked or node.config.materialized == "pointer_clone" %}
        {% for name in node.depends_on.nodes if name in graph.nodes %}
            {% set read = graph.nodes[name] %}
            {% if read.config.materialized == "batched" %} {% do locked.append(read) %}
            {% elif read.config.materialized == "pointer_clone" %}
                {% do locked.extend(daybook._nodes_locked_by(read)) %}
            {% endif %}
        {% endfor %}
    {% endif %}
    {% do return(locked) %}
{% endmacro %}

{#- The node of a model that this one locks, if this target builds it, into this place. None if it
    is deferred, and so another target's, or a source, and so another project's: daybook does not
    write there. -#}
{% macro _node_built_here(relation) %}
    {% for node in daybook._nodes_locked_by(model) %}
        {% if daybook._key(daybook._node_relation(node)) == daybook._key(relation) %}
            {% do return(node) %}
        {% endif %}
    {% endfor %}
    {% do return(none) %}
{% endmacro %}

{% macro _node_relation(node) %}
    {% do return(
        api.Relation.create(
            schema=node.schema, identifier=node.alias, type="view"
        )
    ) %}
{% endmacro %}

{% macro _batched_nodes() %}
    {% do return(
        graph.nodes.values()
        | selectattr("resource_type", "equalto", "model")
        | selectattr("config.materialized", "equalto", "batched")
        | sort(attribute="unique_id")
        | list
    ) %}
{% endmacro %}
