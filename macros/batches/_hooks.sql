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
