{#- The log that the readers of a relation go by: for a pointer clone, that of its source. -#}
{% macro _read_log(relation) %}
    {% set log = daybook._store(relation).read_log(relation) %}
    {% if not (log.exists or log.is_taken) and daybook._cloned_key(log.entry) %}
        {% do return(daybook._log_of_clone(relation, log.entry)) %}
    {% endif %}
    {% do return(log) %}
{% endmacro %}

{#- The log that the SQL of a model goes by. A rendering of the run reads each log once. -#}
{% macro _log_of(relation) %}
    {% set plan = daybook._plan_of_model() if model is defined else none %}
    {% set is_own = (
        model is defined
        and model.config.materialized == "batched"
        and daybook._is_this(relation)
    ) %}
    {% if daybook.current_phase() == "before_run" %}
        {% do return(daybook._no_log(relation)) %}
    {% elif is_own and not plan %}
        {% do return(daybook._store(relation).read_log(relation)) %}
    {% endif %}
    {% set logs, key = plan.logs if plan else {}, daybook.model_key(relation) %}
    {% if key not in logs %}
        {% set log = daybook._read_log(relation) %}
        {% do daybook._refuse_damaged_log(relation, log) %}
        {% do logs.update({key: log}) %}
    {% endif %}
    {% do return(logs[key]) %}
{% endmacro %}

{#- What a relation publishes, by its log; exists: whether it has one; batches: the table that the state is
    of, for a clone that of its source. Without a log, as in a unit test, it is empty. -#}
{% macro published_state(relation) %}
    {% set has_log = execute and relation is not string and not relation.is_cte %}
    {% set log = daybook._log_of(relation) if has_log else daybook._no_log(relation) %}
    {% do return(
        dict(
            daybook._state(log, log.shown),
            exists=log.exists,
            batches=(
                daybook.batches_table(log.relation) if log.exists else none
            ),
        )
    ) %}
{% endmacro %}
