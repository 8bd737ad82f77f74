{#- What a clone's view names as its source; none for any other relation. -#}
{% macro _cloned_from(relation) %}
    {% set key = daybook._cloned_key(daybook._catalog_entry(relation)) %}
    {% do return(daybook._relation_of(key) if key else none) %}
{% endmacro %}

{% macro _cloned_key(entry) %}
    {% set source = entry.get("properties", {}).source %}
    {% do return(daybook._decoded(source) if source else "") %}
{% endmacro %}

{#- The source's log, up to where the clone stands in it. -#}
{% macro _log_of_clone(clone, entry) %}
    {% set source = daybook._relation_of(daybook._cloned_key(entry)) %}
    {% set log, key = daybook._store(source).read_log(source), daybook.model_key(
        clone
    ) %}
    {% set is_empty = daybook._is_ours(entry, "empty_clone") %}
    {#- While it is being moved, the log has two positions, and the view names the one that it shows. A
        clone of format 1 names none. -#}
    {% set named = daybook._position_in(dict(log, entry=entry)) %}
    {% if named is not none and named not in log.state.clones.get(key, []) %}
        {% set log = daybook._whole_log(log) %}
    {% endif %}
    {% set positions = log.state.clones.get(key, []) %}
    {% if named is not none %}
        {% set positions = positions | select("eq", named) | list %}
    {% endif %}
    {% if is_empty and flags.EMPTY %} {% do return(daybook._log_of_empty_clone(log)) %}
    {% elif is_empty %}
        {% call daybook.refuse(clone) %}
            it shows no rows of {{ source }}, because --empty has made it: run the clone
        {% endcall %}
    {% elif positions | length != 1 or positions[0] < log.checkpoints[0].position %}
        {% do daybook._refuse_damaged_log(source, log) %}
        {% call daybook.refuse(clone) %}
            which state of {{ source }} it shows is not known (its last run died, or was long
            ago): run the clone again
        {% endcall %}
    {% endif %}
    {% do return(dict(log, is_clone=true, shown=positions[0], entry=entry)) %}
{% endmacro %}

{#- A clone that only --empty has made shows nothing: as if its source had published nothing. -#}
{% macro _log_of_empty_clone(log) %}
    {% set said = log.state %}
    {% set state = daybook._fields_in(
        "state", {"columns": said.columns, "view": said.view}
    ) %}
    {% do return(
        dict(
            daybook._no_log(log.relation),
            exists=true,
            is_clone=true,
            born=log.born,
            state=state,
        )
    ) %}
{% endmacro %}
