{#-
    Whether a run still holds a lock that it took. If it writes without it, it undoes what another
    run has done that took the lock over: so it looks, before it changes the log, the view or files.

    A look costs a statement, so a node of a run remembers of each of its locks

        view      the lock
        holder    its name in it, which another clone in the same run does not have
        seen_at   the second at which it last began to look, and held it
        good_for  so many seconds from then on, no run finds the lock expired
        is_sure   whether nobody takes it until then: no other run of the job, which would at once
-#}
{% macro _hold_lock(relation, lock, holder, now, hours, is_sure) %}
    {% set held = daybook._held_lock(relation) %}
    {% do held.update(
        {
            "view": lock,
            "holder": holder,
            "seen_at": now,
            "good_for": [10, hours * 1800] | min,
            "is_sure": is_sure,
        }
    ) %}
    {% do return(held) %}
{% endmacro %}

{#- An operation has no model. -#}
{% macro _held_lock(relation) %}
    {% set node = model.unique_id if model is defined else "" %}
    {% set locks = daybook._known_in_this_run().locks %}
    {% do return(locks.setdefault(node ~ " " ~ daybook._key(relation), {})) %}
{% endmacro %}

{#- Stops a run whose lock was broken while it wrote; renews the lock when half its time is over. -#}
{% macro _assert_locked(relation) %}
    {% set lock = daybook._lock_relation(relation) %}
    {% set now = daybook._epoch_now() %}
    {% set held = daybook._read_lock(lock) %}
    {% if held.holder != daybook._held_lock(relation).holder %}
        {% call daybook._refuse(relation) %}
            this run has lost its lock{{ " to invocation " ~ held.holder if held }}: it was taken
            for dead. What it wrote since is not published; run it again
        {% endcall %}
    {% endif %}
    {% set seconds = held.hours | float * 3600 %}
    {% if held.expires | int - now < seconds / 2 %}
        {% call daybook._execute() %}
            alter view {{ lock }}
            set tblproperties ('daybook.expires' = '{{ now + seconds | int }}')
        {% endcall %}
    {% endif %}
    {% do daybook._held_lock(relation).update({"seen_at": now}) %}
{% endmacro %}

{#- The same, unless nobody can have taken the lock since the last look. -#}
{% macro _assert_still_locked(relation) %}
    {% if not daybook._is_surely_held(relation) %}
        {% do daybook._assert_locked(relation) %}
    {% endif %}
{% endmacro %}

{#- The same between statements that follow one another, of which there may be many: a run that did
    not stop between them has not been taken for dead. -#}
{% macro _assert_not_overtaken(relation) %}
    {% if not daybook._is_seen_lately(daybook._held_lock(relation)) %}
        {% do daybook._assert_locked(relation) %}
    {% endif %}
{% endmacro %}

{% macro _is_surely_held(relation) %}
    {% set lock = daybook._held_lock(relation) %}
    {% do return(lock.is_sure and daybook._is_seen_lately(lock)) %}
{% endmacro %}

{% macro _is_seen_lately(lock) %}
    {% if not lock %} {% do return(false) %} {% endif %}
    {% set since = daybook._epoch_now() - lock.seen_at %}
    {% do return(0 <= since and since < lock.good_for) %}
{% endmacro %}

{#- Whether this run still holds the lock. Unless it surely does, it looks. -#}
{% macro _is_still_held(relation) %}
    {% if daybook._is_surely_held(relation) %} {% do return(true) %} {% endif %}
    {% set now = daybook._epoch_now() %}
    {% set held = daybook._read_lock(daybook._lock_relation(relation)) %}
    {% if held.holder != daybook._held_lock(relation).holder %}
        {% do return(false) %}
    {% endif %}
    {% do daybook._held_lock(relation).update({"seen_at": now}) %}
    {% do return(true) %}
{% endmacro %}
