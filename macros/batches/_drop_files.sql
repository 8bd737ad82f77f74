{#-
    How files are removed. The log says first what is about to go, so that no answer about the
    past is made of what is left of it; and says last that it is gone. Both macros return the log.
-#}
{% macro _drop_files(relation, log, files) %}
    {% set event = {"event": "dropping", "files": files, "at": daybook._now()} %}
    {% set log = daybook._store(relation).write_event(relation, log, event) %}
    {% do return(daybook._finish_dropping(relation, log)) %}
{% endmacro %}

{% macro _finish_dropping(relation, log) %}
    {% set event = log.events[-1] %}
    {% set state = log.state %}
    {% do daybook._store(relation).clean(relation, state, event.files) %}
    {% do return(
        daybook._store(relation).write_event(
            relation, log, dict(event, event="dropped")
        )
    ) %}
{% endmacro %}
