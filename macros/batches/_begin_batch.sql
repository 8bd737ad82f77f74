{#-
    How a batch is begun: under an id of its own, the second at which the run started, or one
    more than the highest ever taken. It is logged before anything is written, so that no range
    of ids ever spans a dead one. Returns the log, with the event last.
-#}
{% macro _begin_batch(relation, log, options, layout, more={}) %}
    {#- The event of a run that has lost its lock would take the place of another run's. -#}
    {% do daybook._assert_still_locked(relation) %}
    {% set event = daybook._started_event(log, more) %}
    {% do return(
        daybook._store(relation).begin(relation, log, options, layout, event)
    ) %}
{% endmacro %}

{#- The next id after a batch that is borrowed, so that the lender's next one is higher. -#}
{% macro _started_event(log, more) %}
    {% set highest = log.state.ids | max | default(0, true) %}
    {% set started_at = run_started_at.timestamp() | int %}
    {% set least = started_at + daybook._seconds_behind() - 1 %}
    {% if more.borrowed %} {% set least = more.borrowed.batch_id %} {% endif %}
    {% set event = {
        "event": "started",
        "batch_id": [least, highest] | max + 1,
        "invocation_id": invocation_id,
    } %}
    {% do return(dict(event, **more)) %}
{% endmacro %}
