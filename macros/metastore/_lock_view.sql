{#-
    The lock itself: a view, and in its properties the holder, the time since which it is held, and
    the hours after which it expires. The metastore notes when it was created or renewed last, so no
    other clock decides whether a run is dead.

    Creates the lock if there is none; returns its entry as it stands then. `has_dead` says whether
    dead runs left something, and `log_copy` is what the view beside it has of the model's log. A lock
    of our own tells the version of the server, and how far this machine's clock is off.
-#}
{% macro _create_lock(relation, hours, holder) %}
    {% set lock = daybook._lock_relation(relation) %}
    {% set log_name = daybook._log_relation(relation).identifier | lower %}
    {% set before = daybook._clock_of_this_machine() %}
    {% call daybook._execute() %}
        create view if not exists {{ lock }} tblproperties (
            'daybook.holder' = '{{ holder }}',
            'daybook.since' = '{{ daybook._now() }}',
            'daybook.hours' = '{{ hours }}',
            'daybook.job' = '{{ daybook._job_digest() }}'
        ) as select 1 as locked
    {% endcall %}
    {% set after = daybook._clock_of_this_machine() %}
    {% set entries = daybook._catalog_entries(
        lock, [lock.identifier ~ "*", log_name]
    ) %}
    {% set own = entries.get(lock.identifier | lower) %}
    {% if not own %} {% do return({}) %} {% endif %}
    {% if own.properties.holder == holder and own.spark %}
        {% do daybook._known_in_this_run().update({"version": own.spark}) %}
        {% do daybook._note_clock(own.changed_at, before, after) %}
    {% endif %}
    {% do return(
        dict(
            own.properties,
            changed_at=own.changed_at,
            has_dead=entries | reject("eq", log_name) | list | length > 1,
            log_copy=daybook._properties_in(entries.get(log_name, {})),
        )
    ) %}
{% endmacro %}

{#- holder, since, hours, job; {} if nobody holds it. -#}
{% macro _read_lock(lock) %}
    {% set entry = daybook._catalog_entry(lock) %}
    {% do return(
        dict(entry.properties, changed_at=entry.changed_at) if entry else {}
    ) %}
{% endmacro %}

{#- By the server's clock. Where the metastore notes no times, a lock never expires. -#}
{% macro _has_expired(held) %}
    {% if not held.changed_at %} {% do return(false) %} {% endif %}
    {% set now = run_query("select unix_timestamp()")[0][0] | int %}
    {% do return(held.changed_at + held.hours | float * 3600 <= now) %}
{% endmacro %}

{#- By what name a part of this run holds a lock, if it waits for the other parts. -#}
{% macro _holder_of(name) %}
    {% do return(invocation_id ~ "/" ~ local_md5(name)[:8]) %}
{% endmacro %}

{% macro _is_held_by_this_run(held) %}
    {% do return((held.holder or "").split("/")[0] == invocation_id) %}
{% endmacro %}

{#- The runs of a job that has a name come one after the other: another one of it is dead. -#}
{% macro _is_held_by_this_job(held) %}
    {% do return(
        held.job == daybook._job_digest()
        and held.job != ""
        and not daybook._is_held_by_this_run(held)
    ) %}
{% endmacro %}

{% macro _job_digest() %}
    {% set name = var("daybook_job", none) %}
    {% do return("" if name is none else local_md5(name | string)) %}
{% endmacro %}

{#- dbt makes the schemas of models. Those of locks, logs and what else stands beside a model are made
    here, once a run. Threads that begin together all ask for it, and one of them says so. -#}
{% macro _create_schema_of(relation, beside) %}
    {% set known, own_key = daybook._known_in_this_run(), daybook.model_key(relation) %}
    {% set schemas = known.schemas %}
    {% if beside.schema == relation.schema or beside.schema in schemas %}
        {% do return("") %}
    {% endif %}
    {% if not daybook._schema_exists(beside) %}
        {% if known.told_of.setdefault(beside.schema, own_key) == own_key %}
            {% call daybook.tell(relation) %}
                creating the schema {{ beside.schema }} for locks and logs. Without the permission,
                ask for it to be created, or set daybook_schema to an existing schema before the
                first run
            {% endcall %}
        {% endif %}
        {% call daybook._execute() %} create schema if not exists {{ beside.schema }} {% endcall %}
    {% endif %}
    {% do schemas.append(beside.schema) %}
{% endmacro %}
