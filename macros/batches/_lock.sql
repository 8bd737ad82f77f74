{#-
    One writer at a time: a view as a mutex. `create view if not exists` has one winner, also
    over several servers on one metastore; whoever made it stands in its properties.

    dbt can send no sign of life during a long INSERT, so a lock expires, after six hours or
    what the option says, and is renewed by the steps of a run that lives.

    A run holds the locks of its models by its invocation_id. A clone locks what it clones, by
    a name of its own: so clones of one model, in threads of one run, wait for each other.
-#}
{% macro _take_lock(relation, hours, holder=none) %}
    {% set lock = daybook._lock_relation(relation) %}
    {% set holder = holder or invocation_id %}
    {% do daybook._make_schema(relation, lock) %}
    {% set held = daybook._lock_in_turn(lock, hours, holder) %}
    {% set is_inherited = held.holder != holder %}
    {% if is_inherited %}
        {% if (
            held.expires | int > daybook._epoch_now()
            and not daybook._is_of_this_job(held)
        ) %}
            {% do daybook._refuse_locked(relation, held) %}
        {% endif %}
        {% do daybook._take_over(relation, lock, held, hours, holder) %}
    {% endif %}
    {#- For so many seconds after a look nobody takes it over: no other run of the job, which would
        at once, nor one that finds it expired. Where a dead run left something, all is looked at. -#}
    {% set is_sure = not is_inherited and not held.has_dead and daybook._job() == "" %}
    {% do return(
        {
            "view": lock,
            "safe_for": [10, hours * 1800] | min if is_sure else 0,
        }
    ) %}
{% endmacro %}

{#- The lock as it stands when no clone of this run has it. Nobody holds it where its holder
    let go of it between two statements. -#}
{% macro _lock_in_turn(lock, hours, holder) %}
    {% for _ in range(20) %}
        {% if "/" in holder %} {% do daybook._wait_until_free(lock) %} {% endif %}
        {% set held = daybook._create_lock(lock, hours, holder) %}
        {% set is_final = held and (
            held.holder == holder or not daybook._is_of_this_run(held)
        ) %}
        {% if is_final or loop.last %} {% do return(held) %} {% endif %}
    {% endfor %}
{% endmacro %}

{#- A clone takes a second, each look some 0.03 s or more. Names only: Spark fails to say more of
    a view that vanishes meanwhile. -#}
{% macro _wait_until_free(lock) %}
    {% for _ in range(300) %}
        {% set views = run_query(
            "show views in "
            ~ lock.without_identifier()
            ~ " like "
            ~ daybook._quoted(lock.identifier)
        ) %}
        {% if not views | length %} {% do return("") %} {% endif %}
    {% endfor %}
{% endmacro %}

{% macro _is_of_this_run(held) %}
    {% do return((held.holder or "").split("/")[0] == invocation_id) %}
{% endmacro %}

{#- The runs of a job that has a name come one after the other: another one of it is dead. -#}
{% macro _is_of_this_job(held) %}
    {% do return(
        held.job == daybook._job()
        and held.job != ""
        and not daybook._is_of_this_run(held)
    ) %}
{% endmacro %}

{% macro _job() %}
    {% set name = var("daybook_job", none) %}
    {% do return("" if name is none else local_md5(name | string)) %}
{% endmacro %}

{% macro _refuse_locked(relation, held) %}
    {% do daybook._raise(
        relation,
        "invocation "
        ~ held.holder
        ~ " has been writing it since "
        ~ held.since
        ~ " UTC. Wait for it; or, if that run is dead, unlock the model: dbt run-operation"
        ~ " daybook.recover --args '{model: "
        ~ daybook._key(relation)
        ~ ", force: true}'",
    ) %}
{% endmacro %}

{#- Makes the lock where there is none, and says who holds it then. The server that
    made it is ours. -#}
{% macro _create_lock(lock, hours, holder) %}
    {% do daybook._run(
        "create view if not exists "
        ~ lock
        ~ " tblproperties ('daybook.holder' = '"
        ~ holder
        ~ "', 'daybook.since' = '"
        ~ daybook._now()
        ~ "', 'daybook.hours' = '"
        ~ hours
        ~ "', 'daybook.expires' = '"
        ~ (daybook._epoch_now() + (hours * 3600) | int)
        ~ "', 'daybook.job' = '"
        ~ daybook._job()
        ~ "') as select 1 as locked"
    ) %}
    {% set all = daybook._found_like(lock, "*") %}
    {% set found = all.get(lock.identifier | lower, {}) %}
    {% if found and found.properties.holder == holder and found.spark %}
        {% do daybook._known_in_this_run().update({"version": found.spark}) %}
    {% endif %}
    {% if not found %} {% do return({}) %} {% endif %}
    {% do return(dict(found.properties, has_dead=all | length > 1)) %}
{% endmacro %}

{#- holder, since, hours, expires; {} where nobody holds it. -#}
{% macro _read_lock(lock) %}
    {% do return(daybook._found(lock).get("properties", {})) %}
{% endmacro %}

{#-
    A dead run's lock is renamed aside, not dropped: of two that find it expired, the second
    fails on the name, where dropping it let both take it. One that comes late, when the first
    has finished and a third holds the lock, finds whose it took, and gives it back.
-#}
{% macro _take_over(relation, lock, held, hours, holder) %}
    {% set aside = daybook._aside(lock, held.holder) %}
    {% do daybook._run("alter view " ~ lock ~ " rename to " ~ aside) %}
    {% set taken = daybook._read_lock(aside) %}
    {% if taken.holder != held.holder %}
        {% do daybook._run("alter view " ~ aside ~ " rename to " ~ lock) %}
        {% do daybook._refuse_locked(relation, taken) %}
    {% endif %}
    {% set now_held = daybook._create_lock(lock, hours, holder) %}
    {% if now_held.holder != holder %}
        {% do daybook._refuse_locked(relation, now_held) %}
    {% endif %}
{% endmacro %}

{% macro _aside(lock, holder) %}
    {% do return(
        lock.incorporate(
            path={
                "identifier": lock.identifier ~ "_dead_" ~ holder.split("/")[0]
                | replace("-", "_")
            }
        )
    ) %}
{% endmacro %}

{#- Stops a run whose lock was broken while it wrote; renews it when half its time is over. -#}
{% macro _assert_locked(relation) %}
    {% set lock = daybook._lock_relation(relation) %}
    {% set held = daybook._read_lock(lock) %}
    {% if not daybook._is_of_this_run(held) %}
        {% do daybook._raise(
            relation,
            "this run has lost its lock"
            ~ (" to invocation " ~ held.holder if held else "")
            ~ ": it was taken for dead. What it wrote since is not published; run it again.",
        ) %}
    {% endif %}
    {% set seconds = held.hours | float * 3600 %}
    {% if held.expires | int - daybook._epoch_now() < seconds / 2 %}
        {% do daybook._run(
            "alter view "
            ~ lock
            ~ " set tblproperties ('daybook.expires' = '"
            ~ (daybook._epoch_now() + seconds | int)
            ~ "')"
        ) %}
    {% endif %}
{% endmacro %}

{#- Whether the lock was seen to be ours, at a time in seconds, so lately that it still is. -#}
{% macro _is_surely_ours(lock, seen_at) %}
    {% if not seen_at %} {% do return(false) %} {% endif %}
    {% set since = daybook._epoch_now() - seen_at %}
    {% do return(0 <= since and since < lock.safe_for) %}
{% endmacro %}

{#- Lets go of the lock, if it is still ours, and of what dead runs left of theirs: one
    statement finds both. Where the lock is surely ours, it only lets go. -#}
{% macro _release(lock, is_surely_ours=false) %}
    {% if is_surely_ours %}
        {% do daybook._run("drop view if exists " ~ lock) %} {% do return("") %}
    {% endif %}
    {% set found = daybook._found_like(lock, "*") %}
    {% if daybook._is_of_this_run(
        found.get(lock.identifier | lower, {}).get("properties", {})
    ) %}
        {% for name in found
            if name == lock.identifier | lower
            or name.startswith((lock.identifier | lower) ~ "_dead_") %}
            {% do daybook._run(
                "drop view if exists "
                ~ lock.incorporate(path={"identifier": name})
            ) %}
        {% endfor %}
    {% endif %}
{% endmacro %}
