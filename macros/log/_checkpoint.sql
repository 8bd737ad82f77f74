{#-
    What the log adds up to, kept beside it, so that a run reads the events since, and not
    those of two years: of 730 days with 16 partitions each, 2 s in every fold.

        daybook.state.0000 ...   {"position": 700, "pointer": ..., ...}

    Only a short cut: one that cannot be read, is older than the fold, or has not what a state
    has in this version, counts as none. The events stay as they are, and answer about times
    before it.
-#}
{% macro _checkpointed(log, position, empty) %}
    {% set state = fromjson(log.checkpoint or "{}") %}
    {% set is_usable = (
        state is mapping
        and state.keys() == empty.keys()
        and state.first == daybook._first_position(log)
    ) %}
    {% if is_usable and (position is none or state.position <= position) %}
        {% do return(state) %}
    {% endif %}
    {% do return({}) %}
{% endmacro %}

{#- One statement, so there is no half of it; parts of a longer one become blanks. -#}
{% macro _checkpoint_if_due(relation, log) %}
    {% set state = daybook._state(log) %}
    {% set since = state.position - (
        daybook._checkpointed(log, none, state).position or 0
    ) %}
    {% set every = [25, var("daybook_log_events", 1000) // 2] | min %}
    {% if since >= every and log.flipped == state.position %}
        {% set properties = daybook._in_parts("daybook.state", state) %}
        {% for start in range(0, log.checkpoint | length, 3900) %}
            {% do properties.setdefault("daybook.state.%04d" % loop.index0, " ") %}
        {% endfor %}
        {% do daybook._set_properties(relation, properties) %}
    {% endif %}
{% endmacro %}
