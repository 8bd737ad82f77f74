{#-
    A dead run's lock is renamed aside, not dropped. If two runs find it expired, the second one
    fails on the name; with a drop, both would take it. A run that comes late, after the first has
    finished and while a third holds the lock, finds whose lock it took, and gives it back. It
    also does so if the holder lives, and has renewed the lock meanwhile. Returns the new lock.
-#}
{% macro _take_over(relation, lock, log_view, held, hours, holder) %}
    {% set dead = "_dead_" ~ local_md5(held.holder) %}
    {% set aside = lock.incorporate(path={"identifier": lock.identifier ~ dead}) %}
    {% call daybook._execute() %} alter view {{ lock }} rename to {{ aside }} {% endcall %}
    {% set taken = daybook._read_lock(aside) %}
    {% if (taken.holder, taken.renewed) != (held.holder, held.renewed) %}
        {% call daybook._execute() %}
            alter view {{ aside }} rename to {{ lock }}
        {% endcall %}
        {% do daybook._refuse_locked(relation, taken) %}
    {% endif %}
    {% set now_held = daybook._create_lock(lock, log_view, hours, holder) %}
    {% if now_held.holder != holder %}
        {% do daybook._refuse_locked(relation, now_held) %}
    {% endif %}
    {% do return(now_held) %}
{% endmacro %}

{% macro _refuse_locked(relation, held) %}
    {% call daybook._refuse(relation) %}
        invocation {{ held.holder }} has been writing it since {{ held.since }} UTC. Wait for it; or,
        if that run is dead, unlock the model: dbt run-operation daybook.recover
        --args '{model: {{ daybook._key(relation) }}, force: true}'. If the model has left the project,
        remove it: dbt run-operation daybook.remove_model --args '{model: {{ relation.identifier }},
        schema: {{ relation.schema }}, apply: true, force: true}'
    {% endcall %}
{% endmacro %}
