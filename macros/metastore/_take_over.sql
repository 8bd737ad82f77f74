{#-
    A dead run's lock is renamed aside, not dropped. If two runs find it expired, the second one
    fails on the name; with a drop, both would take it. A run that comes late, after the first has
    finished and while a third holds the lock, finds whose lock it took, and gives it back. It
    also does so if the holder lives, and has renewed the lock meanwhile. Returns the new lock.

    may_live: whether it is taken by force. Its holder may then publish until it looks again, and
    drop the new lock when it ends.
-#}
{% macro _take_over(relation, held, hours, holder, may_live=false) %}
    {% set lock = daybook._lock_relation(relation) %}
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
    {% set now_held = daybook._create_lock(relation, hours, holder) %}
    {% if may_live and now_held.holder == holder %}
        {% do daybook._wait_for_holder(relation, held) %}
        {% set now_held = daybook._create_lock(relation, hours, holder) %}
    {% endif %}
    {% if now_held.holder != holder %}
        {% do daybook._refuse_locked(relation, now_held) %}
    {% endif %}
    {% do return(now_held) %}
{% endmacro %}

{#- Longer than its last look is good for: a statement may be on its way. SQL can't sleep. -#}
{% macro _wait_for_holder(relation, held) %}
    {% set seconds = daybook._seconds_sure(held) * 3 / 2 %}
    {% call daybook.tell(relation) %}
        waiting for {{ seconds }} seconds, until the run that held its lock must have noticed
    {% endcall %}
    {% set end = daybook._clock_of_this_machine() + seconds %}
    {% for _ in range(20000) %}
        {% if daybook._clock_of_this_machine() < end %}
            {% do run_query("select 1") %}
        {% endif %}
    {% endfor %}
{% endmacro %}

{% macro _refuse_locked(relation, held) %}
    {% call daybook.refuse(relation) %}
        invocation {{ held.holder }} has been writing it since {{ held.since }} UTC. Wait for it; or,
        if that run is dead, unlock the model: dbt run-operation daybook.recover
        --args '{model: {{ daybook.model_key(relation) }}, force: true}'. If the model has left the project,
        remove it: dbt run-operation daybook.remove_model --args '{model: {{ relation.identifier }},
        schema: {{ relation.schema }}, apply: true, force: true}'
    {% endcall %}
{% endmacro %}
