{#- The log with these events. A view that names a later position than the log has shows what the log
    has lost. Before the first flip of this release, a property names it. -#}
{% macro _log_of_events(log, events, missing=[]) %}
    {% set log = dict(log, events=events) %}
    {% set log = dict(log, state=daybook._fold_events(log)) %}
    {% set last, named = daybook._last_complete(log), daybook._position_in(log) %}
    {% if named is none %}
        {% set noted = log.properties.get("daybook.flipped", 0) | int %}
        {% set named = noted if log.format == 1 else last %}
    {% endif %}
    {% if named > last %}
        {% set missing = missing + [daybook._is_missing("event", named)] %}
    {% endif %}
    {% do return(dict(log, shown=[named, last] | min, missing=missing)) %}
{% endmacro %}

{% macro _is_missing(kind, position) %}
    {% do return(kind ~ " " ~ position ~ " is missing or can't be read") %}
{% endmacro %}
