{#-
    Puts right what a dead run left, under the lock; returns the log as it stands then.

        started, no more     failed: logged, its files dropped
        dropping, no more    the rest is dropped, and logged
        committed or later   flipped, if the view does not show it yet
        the view is gone     made again
-#}
{% macro _recovered_log(relation) %}
    {% set log = daybook._read_log(relation) %}
    {% if log.events and log.events[-1].event == "started" %}
        {% do daybook._fail(relation, log, "the run died") %}
        {{ daybook._say(relation, "dropped what a dead run had begun to write") }}
    {% elif log.events and log.events[-1].event == "dropping" %}
        {% do daybook._finish_dropping(relation, log) %}
        {{ daybook._say(relation, "finished what a dead cleaning had begun") }}
    {% endif %}
    {% if daybook._is_behind(relation, log) %}
        {% do daybook._flip(relation, log) %}
    {% endif %}
    {% do return(log) %}
{% endmacro %}

{#- Whether the view does not show what the log says. -#}
{% macro _is_behind(relation, log) %}
    {% if not daybook._state(log).chain %} {% do return(false) %} {% endif %}
    {% for event in log.events
        if event.position > log.flipped
        and event.event in ("committed", "compacted", "pointed") %}
        {% do return(true) %}
    {% endfor %}
    {% do return(load_cached_relation(relation) is none) %}
{% endmacro %}

{#- Drops the files of the batch that was started last, and logs it as failed: last, so that
    one that dies on the way leaves it to the next. Also dropped is what a dead write had not
    registered; where the INSERT has returned there is none. What an orphaned INSERT writes
    later stays hidden. -#}
{% macro _fail(relation, log, why, returned=false) %}
    {% set event = log.events[-1] %}
    {% do daybook._drop_batch(relation, event.batch_id) %}
    {% if not returned %}
        {% do daybook._drop_unregistered(relation, "= " ~ event.batch_id) %}
    {% endif %}
    {% do event.update({"event": "failed", "why": why, "at": daybook._now()}) %}
    {% do daybook._write_event(relation, log, event.position, event) %}
{% endmacro %}

{% macro _say(relation, message) %}
    {% do print("daybook: " ~ relation.identifier ~ ": " ~ message) %}
{% endmacro %}
