{#- Before anything is compiled: finishes the runs whose locks have expired, in this project
    and where it is installed. Without locks, which dbt's cache knows, it asks nothing. -#}
{% macro _recover_expired() %}
    {% if execute and flags.WHICH in ("run", "build", "retry") %}
        {% for node in daybook._batched_nodes() %}
            {% set relation = daybook._node_relation(node) %}
            {% set lock = daybook._lock_relation(relation) %}
            {% if load_cached_relation(lock) is not none %}
                {% set held = daybook._read_lock(lock) %}
                {% if held and held.expires | int <= daybook._epoch_now() %}
                    {% do daybook._finish(relation) %}
                {% endif %}
            {% endif %}
        {% endfor %}
    {% endif %}
{% endmacro %}

{#- After the run: a failed statement ends a model at once, and leaves its lock. With
    --fail-fast the models under way count as skipped. -#}
{% macro _release_locks(results) %}
    {% if execute and flags.WHICH in ("run", "build", "retry") %}
        {% for result in results
            if result.status not in ("success", "no-op")
            and result.node.config.materialized == "batched" %}
            {% set relation = daybook._node_relation(result.node) %}
            {% set lock = daybook._lock_relation(relation) %}
            {% if adapter.check_schema_exists(
                lock.database, lock.schema
            ) and daybook._read_lock(lock).holder == invocation_id %}
                {% do daybook._finish(relation) %}
            {% endif %}
        {% endfor %}
    {% endif %}
{% endmacro %}

{% macro _batched_nodes() %}
    {% set nodes = [] %}
    {% for node in graph.nodes.values()
        if node.resource_type == "model" and node.config.materialized == "batched" %}
        {% do nodes.append(node) %}
    {% endfor %}
    {% do return(nodes) %}
{% endmacro %}

{% macro _node_relation(node) %}
    {% do return(
        api.Relation.create(
            schema=node.schema, identifier=node.alias, type="view"
        )
    ) %}
{% endmacro %}
