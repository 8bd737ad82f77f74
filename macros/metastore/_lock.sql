{#-
    One writer at a time: a view as a mutex. `create view if not exists` has one winner, also
    over several servers on one metastore; the winner stands in its properties.

    dbt can send no sign of life during a long INSERT, so a lock expires after `lock_hours`, and
    the steps of a run that lives renew it.

    A run holds the locks of its models by its invocation_id. A clone locks what it clones under a
    name of its own, <invocation_id>/<digest>, and so does an operation in a hook: so those of one
    run wait for each other. With `force` it is taken from any holder.
-#}
{% macro _files_lock(relation, hours, holder=none, force=false) %}
    {% set holder = holder or invocation_id %}
    {% do daybook._create_schema_of(relation, daybook._lock_relation(relation)) %}
    {% set before = daybook._clock_of_this_machine() %}
    {% set held = daybook._lock_in_turn(relation, hours, holder) %}
    {% set is_inherited = held.holder != holder %}
    {% if is_inherited %}
        {% set is_dead = daybook._is_held_by_this_job(held) or daybook._has_expired(
            held
        ) %}
        {% if not (is_dead or force) %}
            {% do daybook._refuse_locked(relation, held) %}
        {% endif %}
        {% set held = daybook._take_over(
            relation, held, hours, holder, may_live=not is_dead
        ) %}
    {% endif %}
    {% set now = before + daybook._seconds_behind() %}
    {#- After a dead run it is not: a run that found the dead one's lock expired may take this one by
        mistake, and give it back. -#}
    {% set is_sure = (
        not is_inherited and not held.has_dead and daybook._job_digest() == ""
    ) %}
    {% do return(daybook._hold_lock(relation, holder, now, held, is_sure)) %}
{% endmacro %}

{#- The lock as it stands when no other node of this run has it: {} if its holder released it between
    two statements. -#}
{% macro _lock_in_turn(relation, hours, holder) %}
    {% for _ in range(20) %}
        {% if "/" in holder %} {% do daybook._wait_until_free(relation) %} {% endif %}
        {% set held = daybook._create_lock(relation, hours, holder) %}
        {% set is_final = held and (
            held.holder == holder or not daybook._is_held_by_this_run(held)
        ) %}
        {% if is_final or loop.last %} {% do return(held) %} {% endif %}
    {% endfor %}
{% endmacro %}

{#- A clone takes a second, each look 0.03 s or more. Names only: Spark fails to say more of a view
    that vanishes meanwhile. -#}
{% macro _wait_until_free(relation) %}
    {% set lock = daybook._lock_relation(relation) %}
    {% set query %}
        show views in {{ lock.without_identifier() }}
        like {{ daybook.quoted_text(lock.identifier) }}
    {% endset %}
    {% for _ in range(300) %}
        {% if not run_query(query) | length %} {% do return("") %} {% endif %}
    {% endfor %}
{% endmacro %}

{#- Gives back the lock of a model, if this node has taken it. One that is surely held is only
    dropped. -#}
{% macro _release_lock(relation) %}
    {% set lock, own = daybook._lock_relation(relation), daybook._held_lock(relation) %}
    {% if own.is_needless %} {% do return(none) %} {% endif %}
    {% do daybook._confirm_written(relation) %}
    {% if daybook._is_surely_held(relation) %}
        {% call daybook._execute() %} drop view if exists {{ lock }} {% endcall %}
    {% elif own %} {% do daybook._drop_lock(lock, own.holder) %}
    {% endif %}
{% endmacro %}

{#- Gives the lock back, and refuses: in an operation, no hook would give it back. -#}
{% macro _refuse_unlocked(relation) %}
    {% set message = caller() %}
    {% do daybook._release_lock(relation) %}
    {% call daybook.refuse(relation) %} {{ message }} {% endcall %}
{% endmacro %}

{#- Drops a lock, if the holder still has it, and what dead runs left of theirs: one query finds
    both. Without a holder, any node of this run may have it. -#}
{% macro _drop_lock(lock, holder=none) %}
    {% set own = lock.identifier | lower %}
    {% set views = daybook._catalog_entries(lock, [lock.identifier ~ "*"]) %}
    {% set held = views.get(own, {}).get("properties", {}) %}
    {% if held and (
        held.holder == holder if holder else daybook._is_held_by_this_run(held)
    ) %}
        {% for name in views
            if name == own or daybook._has_form("_dead_[0-9a-f]{32}", name[own | length:]) %}
            {% call daybook._execute() %}
                drop view if exists {{ lock.incorporate(path={"identifier": name}) }}
            {% endcall %}
        {% endfor %}
    {% endif %}
{% endmacro %}
