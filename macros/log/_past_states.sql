{#-
    What was published at a position, also if its event was deleted since: a checkpoint holds the
    states that are protected or cloned. None if it is not known any more.
-#}
{% macro _state_at(log, position) %}
    {% set first = log.checkpoints[0] %}
    {% if log.has_gaps %}
        {% for checkpoint in log.checkpoints if checkpoint.position == position %}
            {% do return(checkpoint.state) %}
        {% endfor %}
        {% do return(none) %}
    {% elif position >= first.position %} {% do return(daybook._state(log, position)) %}
    {% endif %}
    {% do return(first.held.get(position | string)) %}
{% endmacro %}

{#- Why the past is not known any more, as the end of a sentence. -#}
{% macro _why_unknown(log, position) %}
    {% set first = log.checkpoints[0] %}
    {% set removals = log.events | selectattr("event", "in", ("dropping", "dropped")) %}
    {% set last = removals | list | last %}
    {% set why %}
        {% if position < first.position %}
            its log no longer says what was published before {{ first.state.chain[-1].at }} UTC. A
            higher daybook_log_events keeps the log for longer
        {% else %}
            files of that time have been cleaned
            {{- ", last at " ~ last.at ~ " UTC" if last }}. protect_batch keeps a batch's files
            forever
        {% endif %}
    {% endset %}
    {% do return(daybook._one_line(why)) %}
{% endmacro %}
