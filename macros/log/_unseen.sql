{#- Whether something is committed that the view does not show yet. -#}
{% macro _is_unflipped(log) %}
    {% for event in log.events if daybook._is_unseen(event, log) %}
        {% do return(true) %}
    {% endfor %}
    {% do return(log.shown < log.checkpoints[0].position) %}
{% endmacro %}

{% macro _is_unseen(event, log) %}
    {% do return(
        event.position > log.shown
        and event.event in ("committed", "compacted", "pointed")
    ) %}
{% endmacro %}
