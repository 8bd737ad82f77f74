{#- What readers of a model read, as a relation: its view. What is published as partitions has none. -#}
{% macro _files_rows_now(relation, log, state) %}
    {% if state.publish == "partitions" and not log.is_clone %}
        {% do return("(" ~ daybook._files_read(log.relation, state) ~ ")") %}
    {% endif %}
    {% do return(relation) %}
{% endmacro %}

{#- What readers see is a view. -#}
{% macro _files_target(relation) %}
    {% do return(relation.incorporate(type="view")) %}
{% endmacro %}

{#- A log in the metastore knows its past. -#}
{% macro _files_past(log) %} {% do return(log) %} {% endmacro %}

{#- Whether daybook compacts batches, and removes what nobody sees. -#}
{% macro _files_has_files_of_its_own() %} {% do return(true) %} {% endmacro %}
