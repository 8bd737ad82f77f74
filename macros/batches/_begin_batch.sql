{#-
    How a batch is begun: under an id of its own, the second at which the run started, or one
    more than the highest ever taken. It is logged before anything is written, so that no range
    of ids ever spans a dead one.
-#}
{% macro _begin_batch(relation, log, options, layout, more={}) %}
    {% if not log.exists or layout.starts_over %}
        {% do return(
            daybook._begin_first_batch(relation, log, options, layout, more)
        ) %}
    {% endif %}
    {% set added = {} %}
    {% for column in layout.added %}
        {% do added.update({column: layout.types[column]}) %}
    {% endfor %}
    {% do daybook._add_columns(daybook._batches_relation(relation), added) %}
    {% do return(daybook._log_start(relation, log, more)) %}
{% endmacro %}

{#- The table is created with the batch in its log. -#}
{% macro _begin_first_batch(relation, log, options, layout, more) %}
    {% set event = daybook._started_event(log, more) %}
    {% set position = daybook._last_position(log) + 1 %}
    {% do log.update({"exists": true, "born": log.born or event.batch_id}) %}
    {% do log.properties.update(daybook._event_properties(position, event)) %}
    {% do daybook._create_batches(
        relation,
        options,
        layout,
        log.properties,
        log.born,
        event.batch_id if event.adopted else none,
    ) %}
    {% do daybook._append_event(log, position, event) %}
    {% do return(event) %}
{% endmacro %}

{% macro _log_start(relation, log, more={}) %}
    {% set event = daybook._started_event(log, more) %}
    {% do daybook._write_event(relation, log, daybook._last_position(log) + 1, event) %}
    {% do return(event) %}
{% endmacro %}

{#- The next id after a batch that is borrowed, so that the lender's next one is higher. -#}
{% macro _started_event(log, more) %}
    {% set highest = daybook._state(log).ids | max | default(0, true) %}
    {% set least = run_started_at.timestamp() | int - 1 %}
    {% if more.borrowed %} {% set least = more.borrowed.batch_id %} {% endif %}
    {% set event = {
        "event": "started",
        "batch_id": [least, highest] | max + 1,
        "invocation_id": invocation_id,
    } %}
    {% do return(dict(event, **more)) %}
{% endmacro %}
