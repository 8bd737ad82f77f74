{#-
    The lock itself: a view, and in its properties the holder, and the times since which it is held
    and at which it expires.

    Creates the lock if there is none; returns its properties as they stand then. `has_dead` says
    whether dead runs left something. A lock of our own tells the version of the server, too.
-#}
{% macro _create_lock(lock, hours, holder) %}
    {% call daybook._execute() %}
        create view if not exists {{ lock }} tblproperties (
            'daybook.holder' = '{{ holder }}',
            'daybook.since' = '{{ daybook._now() }}',
            'daybook.hours' = '{{ hours }}',
            'daybook.expires' = '{{ daybook._epoch_now() + (hours * 3600) | int }}',
            'daybook.job' = '{{ daybook._job_digest() }}'
        ) as select 1 as locked
    {% endcall %}
    {% set views = daybook._catalog_entries(lock, "*") %}
    {% set own = views.get(lock.identifier | lower) %}
    {% if not own %} {% do return({}) %} {% endif %}
    {% if own.properties.holder == holder and own.spark %}
        {% do daybook._known_in_this_run().update({"version": own.spark}) %}
    {% endif %}
    {% do return(dict(own.properties, has_dead=views | length > 1)) %}
{% endmacro %}

{#- holder, since, hours, expires, job; {} if nobody holds it. -#}
{% macro _read_lock(lock) %}
    {% do return(daybook._catalog_entry(lock).get("properties", {})) %}
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

{#- dbt makes the schemas of models; the one for locks, and what else stands beside a model, is made
    here, once a run. -#}
{% macro _create_schema_of(relation, beside) %}
    {% set schemas = daybook._known_in_this_run().schemas %}
    {% if beside.schema == relation.schema or beside.schema in schemas %}
        {% do return("") %}
    {% endif %}
    {% if not daybook._schema_exists(beside) %}
        {% call daybook._tell(relation) %}
            creating the schema {{ beside.schema }} for locks. Without the permission, ask for it to
            be created, or set daybook_schema to an existing schema before the first run
        {% endcall %}
        {% call daybook._execute() %} create schema if not exists {{ beside.schema }} {% endcall %}
    {% endif %}
    {% do schemas.append(beside.schema) %}
{% endmacro %}
