{#- The position up to which the calling model has consumed another; 0 for not at all. -#}
{% macro _position_consumed(relation, log) %}
    {% if should_full_refresh() %} {% do return(0) %} {% endif %}
    {% set own = daybook._log_of(this) %}
    {% set inputs = daybook._state(own, own.shown).inputs %}
    {% set consumed = inputs.get(daybook.model_key(relation), [0, log.born]) %}
    {% set position, born = consumed[:2] %}
    {% if born != log.born %}
        {% call daybook.refuse(this) %}
            {{ relation }} has been rebuilt from nothing since this model consumed it, so its
            batches are others: rebuild this model with --full-refresh
        {% endcall %}
    {% elif daybook._is_other_batch(log, consumed) %}
        {% call daybook.refuse(this) %}
            this model has consumed batch {{ consumed[2] }} of {{ relation }}, which has lost it from
            its log: rebuild this model with --full-refresh
        {% endcall %}
    {% endif %}
    {% do return(position) %}
{% endmacro %}

{#- The state of a log that a consumer reads: the one that the view shows. If another session has put
    an older text of the view back, it is the one that was consumed, after which nothing is new. -#}
{% macro _state_to_read(log, consumed) %}
    {% do return(daybook._state(log, [log.shown, consumed] | max)) %}
{% endmacro %}

{#- The batch that was published last, up to a position; 0 for none. -#}
{% macro _last_batch(state, position) %}
    {% set batches = state.chain | selectattr("position", "le", position) %}
    {% do return(
        batches | map(attribute="batch_id") | list | last | default(0, true)
    ) %}
{% endmacro %}

{#- Whether what was consumed of a log is not in it any more: if both copies lose their end, the next
    run gives its positions to other batches. -#}
{% macro _is_other_batch(log, consumed) %}
    {% set last = consumed[2] if consumed | length > 2 else 0 %}
    {% do return(last not in (0, daybook._last_batch(log.state, consumed[0]))) %}
{% endmacro %}
