{#-
    The arguments of a pattern that reads events or entries: what event_log has, the pattern's own,
    and the keys that follow (_event_keys). `reads` are the arguments of event_log whose columns the
    pattern reads, by default all: these columns must be there. Compiling asks nothing; under the
    lock new_batches has said which columns there are.
-#}
{% macro _event_arguments(
    macro_name, rows, event_log, given={}, rules={}, reads=none
) %}
    {% do daybook._check_is_event_log(macro_name, event_log) %}
    {% set args = daybook._checked_arguments(this, macro_name, given, rules) %}
    {% set named = {} %}
    {% for argument, columns in daybook._columns_of_log(event_log).items()
        if reads is none or argument in reads %}
        {% do named.update({"event_log." ~ argument: columns}) %}
    {% endfor %}
    {% do daybook._check_columns_given(
        this,
        named,
        "what " ~ macro_name ~ " reads",
        daybook._columns_read(rows),
    ) %}
    {% do return(dict(event_log, **dict(args, **daybook._event_keys(event_log)))) %}
{% endmacro %}

{% macro _check_is_event_log(macro_name, event_log) %}
    {% set keys = daybook._rules_of_event_log() | list + ["occurred_at_utc"] %}
    {% if not daybook._is_mapping(event_log) or keys | reject("in", event_log) | list %}
        {% call daybook._refuse(this) %}
            the event_log of {{ macro_name }} must be what daybook.event_log() returns: a macro of
            your project passes it on with return()
        {% endcall %}
    {% endif %}
{% endmacro %}
