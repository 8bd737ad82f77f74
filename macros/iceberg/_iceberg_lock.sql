{#- Nothing is locked: a run whose look at the log is outdated is refused when it publishes. What is no run
    has nothing to do here yet. -#}
{% macro _iceberg_lock(relation, hours, holder=none, force=false) %}
    {% if not daybook._is_this(relation) %}
        {% do daybook._refuse_operation(relation) %}
    {% endif %}
    {% set held = daybook._held_lock(relation) %}
    {% do held.update({"is_needless": true}) %}
    {% do return(held) %}
{% endmacro %}

{% macro _refuse_operation(relation) %}
    {% call daybook.refuse_option(relation, "file_format", "iceberg") %}
        daybook does this for batches in files alone: use Iceberg's branches and procedures, such as
        fast_forward, rollback_to_snapshot, rewrite_data_files and expire_snapshots
    {% endcall %}
{% endmacro %}
