{#-
    Whether a run still holds a lock that it took. If it wrote without the lock, it would undo what a
    run that has taken the lock over has done. So it looks before it changes the log or the view, or
    removes files.

    A look costs a statement, so each node of a run remembers, for each of its locks:

        holder      its name in it, which another clone in the same run does not have
        log_copy    the copy of the log that was found beside it
        written     what was written into both copies since: {name: text}
        unwritten   what the copy beside the lock lacks, because the model's view has it: it is
                    written with what comes next, see _two_copies.sql
        renewed_at  the second at which it was taken or renewed
        seen_at     the second at which it last began to look, and held it
        is_needless whether the storage refuses what an outdated run would publish, so that it needs none
        good_for    for how many seconds from then on no run finds the lock expired, and one that
                    takes it by force waits: see _wait_for_holder; 0 if another run may take it
                    before, see _files_lock
-#}
{% macro _hold_lock(relation, holder, now, found, is_sure) %}
    {% set held = daybook._held_lock(relation) %}
    {% do held.update(
        {
            "holder": holder,
            "log_copy": found.log_copy,
            "written": {},
            "unwritten": {},
            "renewed_at": now,
            "seen_at": now,
            "good_for": daybook._seconds_sure(found) if is_sure else 0,
        }
    ) %}
    {% do return(held) %}
{% endmacro %}

{#- Half of the time after which a lock expires, and no more than that. -#}
{% macro _seconds_sure(found) %}
    {% do return([10, found.hours | float * 1800] | min) %}
{% endmacro %}

{#- In an operation, `model` is the macro, or undefined. -#}
{% macro _held_lock(relation) %}
    {% set node = model.unique_id if model is defined else "" %}
    {% set locks = daybook._known_in_this_run().locks %}
    {% do return(locks.setdefault(node ~ " " ~ daybook.model_key(relation), {})) %}
{% endmacro %}

{#- The lock as it stands, and whether it is ours: then it is renewed when half its time is over. An
    expired lock does not count as seen: another run may be taking it over. -#}
{% macro _look_at_lock(relation) %}
    {% set lock, own = daybook._lock_relation(relation), daybook._held_lock(relation) %}
    {% set now = daybook._epoch_now() %}
    {% set found = daybook._read_lock(lock) %}
    {% set is_ours = own != {} and found.holder == own.holder %}
    {% if is_ours %}
        {% set seconds = found.hours | float * 3600 %}
        {% set age = now - own.renewed_at %}
        {% if age > seconds / 2 %}
            {% call daybook._execute() %}
                alter view {{ lock }} set tblproperties ('daybook.renewed' = '{{ now }}')
            {% endcall %}
            {% do own.update({"renewed_at": now}) %}
        {% endif %}
        {% if age < seconds %} {% do own.update({"seen_at": now}) %} {% endif %}
    {% endif %}
    {% do return(dict(found, is_ours=is_ours)) %}
{% endmacro %}

{#- Stops a run whose lock was broken while it wrote. It looks, unless nobody can have taken the lock
    since its last look. -#}
{% macro _assert_still_locked(relation) %}
    {% if daybook._is_surely_held(relation) %} {% do return(none) %} {% endif %}
    {% set found = daybook._look_at_lock(relation) %}
    {% if not found.is_ours %}
        {% call daybook.refuse(relation) %}
            this run has lost its lock
            {{- " to invocation " ~ found.holder if found.holder }}: it was taken for dead. What it
            wrote since is not published; run it again
        {% endcall %}
    {% endif %}
{% endmacro %}

{% macro _is_surely_held(relation) %}
    {% set lock = daybook._held_lock(relation) %}
    {% if lock.is_needless %} {% do return(true) %} {% endif %}
    {% if not lock.good_for %} {% do return(false) %} {% endif %}
    {% set since = daybook._epoch_now() - lock.seen_at %}
    {% do return(0 <= since and since < lock.good_for) %}
{% endmacro %}

{#- Whether this run still holds the lock. Unless it surely does, it looks. -#}
{% macro _is_still_held(relation) %}
    {% do return(
        daybook._is_surely_held(relation)
        or daybook._look_at_lock(relation).is_ours
    ) %}
{% endmacro %}
