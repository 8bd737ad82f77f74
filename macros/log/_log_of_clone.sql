{#- What a clone's view names as its source; none for any other relation. -#}
{% macro _cloned_from(relation) %}
    {% set key = daybook._cloned_key(daybook._catalog_entry(relation)) %}
    {% do return(daybook._relation_of(key) if key else none) %}
{% endmacro %}

{% macro _cloned_key(entry) %}
    {% if not daybook._is_ours(entry, "clone") %} {% do return("") %} {% endif %}
    {% do return(daybook._decoded(entry.properties.source)) %}
{% endmacro %}

{#- The source's log, up to where the clone stands in it. -#}
{% macro _log_of_clone(clone, source) %}
    {% set log = daybook._read_log(source) %}
    {% set positions = log.state.clones.get(daybook._key(clone), []) %}
    {% if flags.EMPTY and not positions %}
        {% do return(daybook._log_of_empty_clone(log)) %}
    {% elif positions | length != 1 or positions[0] < log.checkpoints[0].position %}
        {% call daybook._refuse(clone) %}
            which state of {{ source }} it shows is not known (its last run died, or was long
            ago): run the clone again
        {% endcall %}
    {% endif %}
    {% do return(dict(log, is_clone=true, flipped=positions[0])) %}
{% endmacro %}

{#- A clone that only --empty has made shows nothing: as if its source had published nothing. -#}
{% macro _log_of_empty_clone(log) %}
    {% set said = log.state %}
    {% set state = dict(daybook._empty_state(), columns=said.columns, view=said.view) %}
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
