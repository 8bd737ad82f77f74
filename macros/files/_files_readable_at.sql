{#-
    What was published at a position, if all of its files are still there, and none if not: of all
    partitions, or of those that readers see. Compactions that followed have the same rows. The newest
    state comes first, or what is protected, because its files stay.
-#}
{% macro _files_readable_at(log, position, public=true, newest_first=false) %}
    {% set alike = [position] %}
    {% for event in log.events
        if event.position <= log.shown
        and event.event not in ("committed", "pointed") %}
        {% if event.position == alike[-1] + 1 %}
            {% do alike.append(event.position) %}
        {% endif %}
    {% endfor %}
    {% set protected = [] %}
    {% for batch in log.state.chain if batch.position == position and not batch.pointed %}
        {% do protected.append(log.state.protected.get(batch.batch_id | string)) %}
    {% endfor %}
    {% set protected, newest = protected | select | list, alike | reverse | list %}
    {% for position in (newest + protected if newest_first else protected + newest) %}
        {% set then = daybook._state_at(log, position) %}
        {% if then %}
            {% set seen = daybook._pointer_of(then, private=false) %}
            {% if daybook._has_files(log.state, seen if public else then.pointer) %}
                {% do return(then) %}
            {% endif %}
        {% endif %}
    {% endfor %}
    {% do return(none) %}
{% endmacro %}

{#- Whether all files that a pointer names are there; a cleaning may have begun to remove some. -#}
{% macro _has_files(state, pointer) %}
    {% for partition, ids in pointer.items() %}
        {% set gone = state.dropping.get(partition, []) %}
        {% set there = state.files.get(partition, []) | reject("in", gone) | list %}
        {% if ids | reject("in", there) | list %} {% do return(false) %} {% endif %}
    {% endfor %}
    {% do return(true) %}
{% endmacro %}
