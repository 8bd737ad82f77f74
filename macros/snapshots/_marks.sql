{#- What a snapshot writes into its log for its next run: a value as JSON text. -#}
{% macro _mark(value) %} {% do return(tojson(value, sort_keys=true)) %} {% endmacro %}

{#- Those of the published batches; none where the model is built anew. -#}
{% macro _published_marks(posted) %}
    {% if not execute or posted.is_cte or should_full_refresh() %}
        {% do return({}) %}
    {% endif %}
    {% if model.resource_type == "unit_test" %} {% do return({}) %} {% endif %}
    {% set log = daybook._read_log(posted) %}
    {% do return(daybook._state(log, log.flipped).marks) %}
{% endmacro %}
