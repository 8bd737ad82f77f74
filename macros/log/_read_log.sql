{#- The log that the readers of a relation go by: for a pointer clone, that of its source. -#}
{% macro _read_log(relation) %}
    {% set log = daybook._own_log(relation) %}
    {% if not (log.exists or log.is_taken) and daybook._cloned_key(log.entry) %}
        {% do return(daybook._log_of_clone(relation, log.entry)) %}
    {% endif %}
    {% do return(log) %}
{% endmacro %}

{#-
    The log of a model that is run: what was a clone before has none. It is read from the batches
    table, in the statement that says what the model's name is; and from the other copy as well, if
    that is given (see _copy_of_log), or if something is missing.
-#}
{% macro _own_log(relation, copy=none) %}
    {% set batches = daybook._batches_relation(relation) %}
    {% if load_cached_relation(batches) is none and not daybook._schema_exists(
        batches
    ) %}
        {% do return(daybook._no_log(relation)) %}
    {% endif %}
    {% set entry, table = daybook._entries_of_model(relation, batches) %}
    {% if not table %} {% do return(daybook._no_log(relation, entry)) %} {% endif %}
    {% set properties = daybook._properties_in(table) %}
    {% if "daybook.born" not in properties %}
        {% do return(dict(daybook._no_log(relation, entry), is_taken=true)) %}
    {% endif %}
    {% set log = daybook._log_in(relation, properties, entry) %}
    {% if copy is none and log.missing %}
        {% set copy = daybook._copy_of_log(relation) %}
    {% endif %}
    {% do return(daybook._with_copy(log, copy) if copy else log) %}
{% endmacro %}

{#- Both copies of it: an operation that takes no lock, and a question about the past, also need events
    that no flip has followed. -#}
{% macro _whole_log(relation, log=none) %}
    {% set log = log or daybook._read_log(relation) %}
    {% if not log.exists %} {% do return(log) %} {% endif %}
    {% set whole = daybook._with_copy(log, daybook._copy_of_log(log.relation)) %}
    {% set shown = log.shown if log.is_clone else whole.shown %}
    {% do return(dict(whole, is_clone=log.is_clone, shown=shown)) %}
{% endmacro %}

{#- The entries of a model and of its batches table, {} for what does not exist. With daybook_schema,
    they have two schemas. -#}
{% macro _entries_of_model(relation, batches) %}
    {% set names = [relation.identifier, batches.identifier] | map("lower") | list %}
    {% if relation.schema == batches.schema %}
        {% set entries = daybook._catalog_entries(relation, names) %}
        {% do return((entries.get(names[0], {}), entries.get(names[1], {}))) %}
    {% endif %}
    {% set entry = (
        daybook._catalog_entry(relation)
        if load_cached_relation(relation) or daybook._schema_exists(relation)
        else {}
    ) %}
    {% do return((entry, daybook._catalog_entry(batches))) %}
{% endmacro %}

{#- The log that the SQL of a model goes by. A rendering of the run reads each log once. -#}
{% macro _log_of(relation) %}
    {% set plan = model.daybook_plan if model is defined else none %}
    {% if daybook._is_rendered_again() %} {% do return(daybook._no_log(relation)) %}
    {% elif not plan and daybook._is_batched_model(relation) %}
        {% do return(daybook._own_log(relation)) %}
    {% endif %}
    {% set logs, key = plan.logs if plan else {}, daybook._key(relation) %}
    {% if key not in logs %}
        {% set log = daybook._read_log(relation) %}
        {% do daybook._refuse_damaged_log(relation, log) %}
        {% do logs.update({key: log}) %}
    {% endif %}
    {% do return(logs[key]) %}
{% endmacro %}

{#- Whether a relation is that of the model which is compiled or run, and which has batches. -#}
{% macro _is_batched_model(relation) %}
    {% do return(
        model is defined
        and model.config.materialized == "batched"
        and daybook._key(relation) == daybook._key(this)
    ) %}
{% endmacro %}
