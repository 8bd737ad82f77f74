{#- The relation, where it has published batches and is not built anew: otherwise none. -#}
{% macro published(relation) %}
    {% if not execute %} {% do return(none) %} {% endif %}
    {% if relation == this %}
        {% do model.update({"daybook_reads_itself": true}) %}
    {% endif %}
    {% if relation.is_cte %} {% do return(relation) %} {% endif %}
    {% if model.resource_type == "unit_test" or should_full_refresh() %}
        {% do return(none) %}
    {% endif %}
    {% set log = daybook._read_log(relation) %}
    {% do return(relation if daybook._state(log, log.flipped).chain else none) %}
{% endmacro %}
