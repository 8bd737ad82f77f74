{#-
    Puts right what a dead run left, under the lock; returns the log as it stands then.

        started, no more     failed: logged, its files dropped
        committed or later   flipped, if the view does not show it yet
        the view is gone     made again
-#}
{% macro _recovered_log(relation) %}
    {% set log = daybook._read_log(relation) %}
    {% if log.events and log.events[-1].event == "started" %}
        {% do daybook._fail(relation, log, "the run died") %}
        {{ daybook._say(relation, "dropped what a dead run had begun to write") }}
    {% endif %}
    {% if daybook._is_behind(relation, log) %}
        {% do daybook._flip(relation, log) %}
    {% endif %}
    {% do return(log) %}
{% endmacro %}

{#- Whether the view does not show what the log says: failed batches change nothing. -#}
{% macro _is_behind(relation, log) %}
    {% if not daybook._state(log).chain %} {% do return(false) %} {% endif %}
    {% for event in log.events if event.position > log.flipped %}
        {% if event.event != "failed" %} {% do return(true) %} {% endif %}
    {% endfor %}
    {% do return(load_cached_relation(relation) is none) %}
{% endmacro %}

{#- Logs the batch that was started last as failed, and drops its files. MSCK finds those that
    a dead write had not registered, so where the INSERT has returned there is no need of it;
    what an orphaned INSERT writes later stays hidden. -#}
{% macro _fail(relation, log, why, returned=false) %}
    {% set batches = daybook._batches_relation(relation) %}
    {% set event = log.events[-1] %}
    {% do event.update({"event": "failed", "why": why, "at": daybook._now()}) %}
    {% do daybook._write_event(relation, log, event.position, event) %}
    {% if not returned %} {% do run_query("msck repair table " ~ batches) %} {% endif %}
    {% do run_query(
        "alter table "
        ~ batches
        ~ " drop if exists partition (batch_id = "
        ~ event.batch_id
        ~ ")"
    ) %}
{% endmacro %}

{% macro _say(relation, message) %}
    {% do print("daybook: " ~ relation.identifier ~ ": " ~ message) %}
{% endmacro %}
