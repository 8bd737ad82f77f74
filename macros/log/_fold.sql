{#-
    Keeps the log short: of more than `daybook_log_events` events (default 1,000) the older
    half becomes one, which holds what they add up to.

        1 .. 600, 601, ... 1001   →   601 folded, 602, ... 1001

    The fold takes the place of the last event that it speaks of, in one statement, and
    positions go on counting, so what others have consumed stays exact. Then the older
    properties go; where the run dies in between, a fold makes what is before it void.
-#}
{% macro _fold_if_due(relation, log) %}
    {% if log.events | length > var("daybook_log_events", 1000) %}
        {% set last = log.events[log.events | length // 2] %}
        {#- What the view does not show yet are batches that failed: it is as it should be. -#}
        {% if log.flipped < last.position %}
            {% do daybook._write_flipped(relation, log) %}
        {% endif %}
        {% set state = daybook._state(log, last.position) %}
        {% set event = {
            "event": "folded",
            "state": dict(state, held=daybook._held_at_fold(log)),
        } %}
        {% set later = log.events[log.events | length // 2 + 1 :] %}
        {% do log.events.clear() %}
        {% do daybook._write_event(relation, log, last.position, event) %}
        {% do log.events.extend(later) %} {% do log.folds.clear() %}
    {% endif %}
    {% do daybook._drop_void_events(relation, log) %}
{% endmacro %}

{% macro _drop_void_events(relation, log) %}
    {% set void = [] %}
    {% for name in log.properties
        if name.startswith("daybook.log.")
        and name.split(".")[2] | int < log.events[0].position %}
        {% do void.append("'" ~ name ~ "'") %}
    {% endfor %}
    {% if void %}
        {% do daybook._run(
            "alter table "
            ~ daybook._batches_relation(relation)
            ~ " unset tblproperties if exists ("
            ~ void
            | join(", ") ~ ")"
        ) %}
    {% endif %}
{% endmacro %}
