{#- Whether the view does not show what the log says: it was not flipped, somebody put an older text
    back, it is gone, or something else has its name, such as the table of a model that was
    materialized otherwise meanwhile. -#}
{% macro _files_is_behind(relation, log) %}
    {% set state = log.state %}
    {% if not state.chain %} {% do return(false) %} {% endif %}
    {% set kind = "partitions" if state.publish == "partitions" else "pointer" %}
    {% do return(
        daybook._is_unflipped(log)
        or daybook._position_in(log) is none
        or not daybook._is_ours(log.entry, kind)
    ) %}
{% endmacro %}

{#- What nobody has seen yet is published now, whenever it was committed. -#}
{% macro _files_date_again(relation, log) %}
    {% set events, properties = [], {} %}
    {% for event in log.events %}
        {% if daybook._is_unseen(event, log) %}
            {% set event = dict(event, at=daybook._now()) %}
            {% do properties.update(daybook._event_properties(event)) %}
        {% endif %}
        {% do events.append(event) %}
    {% endfor %}
    {% if not properties %} {% do return(log) %} {% endif %}
    {% do daybook._set_properties(relation, properties) %}
    {% set properties = dict(log.properties, **properties) %}
    {% do return(daybook._log_of_events(dict(log, properties=properties), events)) %}
{% endmacro %}
