{#- The log with one more event, or with another one in the place of its last. -#}
{% macro _log_with(log, event) %}
    {% set events, state = log.events, log.state %}
    {% set event = dict({"position": state.position + 1}, **event) %}
    {% if event.position == state.position %}
        {% set begun = (
            daybook._batches_in(events[-1])
            | map(attribute="batch_id")
            | list
        ) %}
        {% set state = dict(
            state,
            ids=state.ids | reject("in", begun) | list,
            dead=state.dead | reject("in", begun) | list,
        ) %}
        {% set events = events[:-1] %}
    {% endif %}
    {% do return(
        dict(
            log,
            events=events + [event],
            state=daybook._apply_event(state, event),
        )
    ) %}
{% endmacro %}

{#- A key that the events of an older log lack would end a run with a TypeError that names no key. -#}
{% macro _assert_has_values(relation, event) %}
    {% for key, value in event.items() if value is not defined %}
        {% call daybook.refuse(relation) %}
            the event {{ event.event }} has no value for {{ key }}, so it can't be written into the
            log: this is a bug in daybook; please report it
        {% endcall %}
    {% endfor %}
{% endmacro %}
