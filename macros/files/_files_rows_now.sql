{#- What readers of a model read, as a relation: its view. What is published as partitions has none. -#}
{% macro _files_rows_now(relation, log, state) %}
    {% if state.publish == "partitions" and not log.is_clone %}
        {% do return("(" ~ daybook._files_read(log.relation, state) ~ ")") %}
    {% endif %}
    {% do return(relation) %}
{% endmacro %}
