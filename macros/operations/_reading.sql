{#- The log for an operation that changes nothing, and so takes no lock. A batched model is no clone. -#}
{% macro _log_to_read(relation) %}
    {% set log = daybook._whole_log(daybook._store(relation).read_log(relation)) %}
    {% do daybook._refuse_damaged_log(relation, log) %}
    {% do return(log) %}
{% endmacro %}

{% macro _check_has_run(relation) %}
    {% if not daybook._exists(daybook.batches_table(relation)) %}
        {% call daybook.refuse(relation) %}
            it has no batches yet: run it first
        {% endcall %}
    {% endif %}
{% endmacro %}

{#- The lock of a model as it stands; {} if nobody holds it. -#}
{% macro _lock_on(relation) %}
    {% set lock = daybook._lock_relation(relation) %}
    {% do return(daybook._read_lock(lock) if daybook._schema_exists(lock) else {}) %}
{% endmacro %}
