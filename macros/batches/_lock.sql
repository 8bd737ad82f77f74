{#-
    One writer at a time: a view as a mutex. `create view if not exists` has one winner, also
    over several servers on one metastore; the winner stands in its properties.

    dbt can send no sign of life during a long INSERT, so a lock expires after `lock_hours`, and
    the steps of a run that lives renew it.

    A run holds the locks of its models by its invocation_id. A clone locks what it clones under a
    name of its own, <invocation_id>/<digest>: so clones of one model in one run wait for each other.
    With `force` it is taken from whoever holds it.
-#}
{% macro _take_lock(relation, hours, holder=none, force=false) %}
    {#- Where batches could not be written or shown, nothing is begun. -#}
    {% do daybook._check_variables(relation) %}
    {% do daybook._refuse_session_catalog(relation) %}
    {% do daybook._commit_protocol(relation) %}
    {% set lock = daybook._lock_relation(relation) %}
    {% set holder = holder or invocation_id %}
    {% do daybook._create_schema_of(relation, lock) %}
    {% set held = daybook._lock_in_turn(lock, hours, holder) %}
    {% set is_inherited = held.holder != holder %}
    {% if is_inherited %}
        {% set has_expired = held.expires | int <= daybook._epoch_now() %}
        {% if not (force or has_expired or daybook._is_held_by_this_job(held)) %}
            {% do daybook._refuse_locked(relation, held) %}
        {% endif %}
        {% do daybook._take_over(relation, lock, held, hours, holder) %}
    {% endif %}
    {#- For so many seconds after a check nobody takes the lock over: no other run of the job, which
        would at once, and no run that finds it expired. After a dead run, it is checked each time. -#}
    {% set is_sure = (
        not is_inherited and not held.has_dead and daybook._job_digest() == ""
    ) %}
    {% set safe_for = [10, hours * 1800] | min if is_sure else 0 %}
    {% do return(
        {
            "view": lock,
            "taken_at": daybook._epoch_now(),
            "safe_for": safe_for,
        }
    ) %}
{% endmacro %}

{#- The lock as it stands when no clone of this run has it: {} if its holder released it between
    two statements. -#}
{% macro _lock_in_turn(lock, hours, holder) %}
    {% for _ in range(20) %}
        {% if "/" in holder %} {% do daybook._wait_until_free(lock) %} {% endif %}
        {% set held = daybook._create_lock(lock, hours, holder) %}
        {% set is_final = held and (
            held.holder == holder or not daybook._is_held_by_this_run(held)
        ) %}
        {% if is_final or loop.last %} {% do return(held) %} {% endif %}
    {% endfor %}
{% endmacro %}

{#- A clone takes a second, each look 0.03 s or more. Names only: Spark fails to say more of a view
    that vanishes meanwhile. -#}
{% macro _wait_until_free(lock) %}
    {% set query %}
        show views in {{ lock.without_identifier() }}
        like {{ daybook._quoted(lock.identifier) }}
    {% endset %}
    {% for _ in range(300) %}
        {% if not run_query(query) | length %} {% do return("") %} {% endif %}
    {% endfor %}
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

{#- Stops a run whose lock was broken while it wrote; renews the lock when half its time is over. -#}
{% macro _assert_locked(relation) %}
    {% set lock = daybook._lock_relation(relation) %}
    {% set held = daybook._read_lock(lock) %}
    {% if not daybook._is_held_by_this_run(held) %}
        {% call daybook._refuse(relation) %}
            this run has lost its lock{{ " to invocation " ~ held.holder if held }}: it was taken
            for dead. What it wrote since is not published; run it again
        {% endcall %}
    {% endif %}
    {% set seconds = held.hours | float * 3600 %}
    {% set now = daybook._epoch_now() %}
    {% if held.expires | int - now < seconds / 2 %}
        {% call daybook._execute() %}
            alter view {{ lock }}
            set tblproperties ('daybook.expires' = '{{ now + seconds | int }}')
        {% endcall %}
    {% endif %}
{% endmacro %}

{#- The same, unless the run saw so lately that it holds the lock. -#}
{% macro _assert_still_locked(relation, lock, seen_at) %}
    {% if not daybook._is_surely_held(lock, seen_at) %}
        {% do daybook._assert_locked(relation) %}
    {% endif %}
{% endmacro %}

{#- Whether the run saw that it holds the lock, at a time in seconds, so lately that it still does. -#}
{% macro _is_surely_held(lock, seen_at) %}
    {% if not seen_at %} {% do return(false) %} {% endif %}
    {% set since = daybook._epoch_now() - seen_at %}
    {% do return(0 <= since and since < lock.safe_for) %}
{% endmacro %}

{#- Whether this run still holds the lock. If it has not seen the lock for some seconds, it looks. -#}
{% macro _is_still_held(lock, seen_at) %}
    {% do return(
        daybook._is_surely_held(lock, seen_at)
        or daybook._is_held_by_this_run(daybook._read_lock(lock.view))
    ) %}
{% endmacro %}

{#- Drops the lock, if this run still holds it, and what dead runs left of theirs: one query finds
    both. A lock that is surely held is only dropped. -#}
{% macro _release_lock(lock, is_surely_held=false) %}
    {% if is_surely_held %}
        {% call daybook._execute() %} drop view if exists {{ lock }} {% endcall %}
        {% do return("") %}
    {% endif %}
    {% set own = lock.identifier | lower %}
    {% set views = daybook._catalog_entries(lock, "*") %}
    {% if daybook._is_held_by_this_run(views.get(own, {}).get("properties", {})) %}
        {% for name in views if name == own or name.startswith(own ~ "_dead_") %}
            {% call daybook._execute() %}
                drop view if exists {{ lock.incorporate(path={"identifier": name}) }}
            {% endcall %}
        {% endfor %}
    {% endif %}
{% endmacro %}
