{#-
    The log that properties hold: {name: text}.

        daybook.log.000007.0000     an event: {"event": "committed", "batch_id": 1449784608, ...}
        daybook.state.000006.0000   a checkpoint: what the events up to it add up to
        daybook.born                the first id of the log
        daybook.format              the format in which it is written

    It is kept there because concurrent inserts into a Parquet table lose each other's rows, and
    one-row files slow every read; a statement takes some 0.05 s. There are two copies, see
    _two_copies.sql.
-#}
{% macro _log_in(relation, properties, entry={}) %}
    {% set empty = dict(
        daybook._no_log(relation, entry),
        exists=true,
        born=properties.get("daybook.born", 0) | int,
        format=properties.get("daybook.format", 1) | int,
        properties=properties,
    ) %}
    {% if empty.format > daybook._log_format() %} {% do return(empty) %} {% endif %}
    {% set events, missing = [], [] %}
    {% set texts = daybook._texts_in(properties, "daybook.log.") %}
    {% for position, text in texts.items() %}
        {% set event = daybook._decoded(text) %}
        {% if event is mapping %}
            {% do events.append(dict(event, position=position)) %}
        {% endif %}
    {% endfor %}
    {% set checkpoints = daybook._checkpoints_in(relation, properties, events) %}
    {% set first = checkpoints[0] %}
    {% if first.state is none %}
        {% do missing.append(daybook._is_missing("checkpoint", first.position)) %}
        {% set checkpoints = empty.checkpoints %}
    {% endif %}
    {% set log = dict(empty, checkpoints=checkpoints) %}
    {% set later = events | selectattr("position", "gt", first.position) | list %}
    {% set last = texts | max | default(0, true) %}
    {#- The first event of each gap: positions count on by one. -#}
    {% set next = namespace(position=first.position + 1) %}
    {% for position in later | map(attribute="position") | list + [last + 1] %}
        {% if position > next.position %}
            {% do missing.append(daybook._is_missing("event", next.position)) %}
        {% endif %}
        {% set next.position = position + 1 %}
    {% endfor %}
    {% do return(daybook._log_of_events(log, later, missing)) %}
{% endmacro %}
