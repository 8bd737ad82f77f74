{#-
    How a batch is begun: under an id of its own, the second at which the run started, or one
    more than the highest ever taken. It is logged before anything is written, so that no range
    of ids ever spans a dead one. Returns the log, with the event last.
-#}
{% macro _begin_batch(relation, log, options, layout, more={}) %}
    {#- The event of a run that has lost its lock would take the place of another run's. -#}
    {% do daybook._assert_still_locked(relation) %}
    {% set event = daybook._started_event(log, more) %}
    {% if log.exists and not layout.starts_over %}
        {% do daybook._files_begin(relation, options, layout) %}
        {% do return(daybook._write_event(relation, log, event)) %}
    {% endif %}
    {#- The table is created with the batch in its log. -#}
    {% set born = log.born or event.batch_id %}
    {% set log = daybook._log_with(dict(log, exists=true, born=born), event) %}
    {% set properties = dict(
        log.properties,
        **dict(
            daybook._event_properties(log.events[-1]),
            **{
                "daybook.born": born | string,
                "daybook.format": daybook._log_format() | string,
            }
        )
    ) %}
    {% do daybook._files_begin(
        relation,
        options,
        layout,
        {
            "properties": properties,
            "born": born,
            "default_id": event.batch_id if event.adopted else none,
        },
    ) %}
    {% do daybook._create_log_view(relation, properties) %}
    {% do return(dict(log, properties=properties)) %}
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
