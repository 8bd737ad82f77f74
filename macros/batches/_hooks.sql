{#-
    dbt's on-run-end hook, in this project and where it is installed: a failed statement ends a
    model at once, and leaves its lock. With --fail-fast the models under way count as skipped.

    It only unlocks. What such a run had begun or committed the model's next run puts right, so
    no error here can keep other models locked.
-#}
{% macro _release_locks(results) %}
    {% if execute and flags.WHICH in ("run", "build", "retry") %}
        {% for result in results
            if result.status not in ("success", "no-op")
            and result.node.config.materialized == "batched" %}
            {% set relation = daybook._node_relation(result.node) %}
            {% set lock = daybook._lock_relation(relation) %}
            {% if daybook._schema_exists(lock) %}
                {% do daybook._release(lock) %}
            {% endif %}
        {% endfor %}
    {% endif %}
{% endmacro %}

{% macro _node_relation(node) %}
    {% do return(
        api.Relation.create(
            schema=node.schema, identifier=node.alias, type="view"
        )
    ) %}
{% endmacro %}
