{#-
    How a batch is begun: under an id of its own, the second at which the run started, or one
    more than the highest ever taken. It is logged before anything is written, so that no range
    of ids ever spans a dead one. Returns the log, with the event last.
-#}
{% macro _start(relation, log, more={}) %}
    {% do return(
        daybook._write_event(relation, log, daybook._started_event(log, more))
    ) %}
{% endmacro %}

{#- The next id after a batch that is borrowed, so that the lender's next one is higher. -#}
{% macro _started_event(log, more={}) %}
    {% set highest = daybook._state(log).ids | max | default(0, true) %}
    {% set least = (
        more.borrowed.batch_id
        if more.borrowed
        else run_started_at.timestamp() | int - 1
    ) %}
    {% set event = {
        "event": "started",
        "batch_id": [least, highest] | max + 1,
        "invocation_id": invocation_id,
    } %}
    {% do return(dict(event, **more)) %}
{% endmacro %}

{% macro _begin(relation, log, options, shape, more={}) %}
    {% if log.exists and not shape.starts_over %}
        {% do daybook._add_columns(relation, shape) %}
        {% do return(daybook._start(relation, log, more)) %}
    {% endif %}
    {% set event = daybook._started_event(log, more) %}
    {% set log = daybook._log_with(
        dict(log, exists=true, born=log.born or event.batch_id), event
    ) %}
    {% set properties = dict(
        log.properties, **daybook._event_properties(log.events[-1])
    ) %}
    {% do properties.update({"daybook.born": log.born | string}) %}
    {% do daybook._create_batches(relation, options, shape, log, properties) %}
    {% do return(dict(log, properties=properties)) %}
{% endmacro %}
