{#- Locks a model. Where batches could not be written or shown, nothing is begun. -#}
{% macro _lock_model(relation, hours, holder=none, force=false) %}
    {% do daybook._check_variables(relation) %}
    {% do daybook._refuse_session_settings(relation) %}
    {% do daybook._store(relation).check_session(relation) %}
    {% do return(daybook._store(relation).lock(relation, hours, holder, force)) %}
{% endmacro %}
