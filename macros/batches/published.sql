{#- The relation, if it has published batches and is not being rebuilt; otherwise none. -#}
{% macro published(relation) %}
    {% if not execute %} {% do return(none) %} {% endif %}
    {% do daybook._check_is_model("published", relation) %}
    {% if daybook._is_planned() and relation == this %}
        {% do daybook._plan_of_model().update({"reads_itself": true}) %}
    {% endif %}
    {% if relation.is_cte %} {% do return(relation) %} {% endif %}
    {% if daybook.current_phase() == "unit_test" or should_full_refresh() %}
        {% do return(none) %}
    {% endif %}
    {% set log = daybook._log_of(relation) %}
    {% do return(relation if daybook._state(log, log.shown).chain else none) %}
{% endmacro %}
