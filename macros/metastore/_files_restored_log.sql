{#-
    The log, with both copies as they should be: what one of them lacks is written again, or with what
    is written next if the model's view has it. Under the lock, which found the copy in the view beside
    it when it was taken.
-#}
{% macro _files_restored_log(relation) %}
    {% set held = daybook._held_lock(relation) %}
    {% set copy = held.log_copy or {} %}
    {% set of_table = daybook._log_in_table(relation) %}
    {% set log = daybook._with_copy(of_table, copy) %}
    {% if not log.exists or log.format > daybook._log_format() %}
        {% do return(log) %}
    {% endif %}
    {% set properties = dict(log.properties) %}
    {#- As long as the view names no position, a property of the first format does. -#}
    {% if daybook._position_in(log) is not none %}
        {% do properties.update({"daybook.format": daybook._log_format() | string}) %}
    {% endif %}
    {#- What can't be read stays as it is, so that it can be read again once a setting is corrected. -#}
    {% if copy.get("daybook.born") != log.born | string and not (
        copy and log.missing
    ) %}
        {% do daybook._create_log_view(relation, properties) %}
        {% set copy = properties %}
    {% endif %}
    {% if log.missing %} {% do return(log) %} {% endif %}
    {% set shown = daybook._both_copies(daybook._event_in_view(log), copy) %}
    {% set unwritten = shown.items() | reject("in", copy.items()) %}
    {% set unwritten = unwritten | select("in", properties.items()) | list %}
    {% do held.update({"unwritten": dict(unwritten)}) %}
    {% do daybook._restore_copy(relation, "view", shown, properties) %}
    {#- That a batch was started is in the view alone. -#}
    {% set begun = "daybook.log.%06d." % (daybook._last_complete(log) + 1) %}
    {% set complete = {} %}
    {% for name, text in properties.items() if not name.startswith(begun) %}
        {% do complete.update({name: text}) %}
    {% endfor %}
    {% do daybook._restore_copy(relation, "table", of_table.properties, complete) %}
    {% do return(dict(log, properties=properties)) %}
{% endmacro %}

{% macro _restore_copy(relation, kind, copy, properties) %}
    {% set lacking = dict(properties.items() | reject("in", copy.items()) | list) %}
    {% if lacking %}
        {% do daybook._set_properties_of(relation, kind, lacking) %}
    {% endif %}
    {% if lacking | reject("eq", "daybook.format") | list %}
        {% call daybook.tell(relation) %}
            one of the two copies of its log lacked what the other has, and has it again: a run died
            between the two, or another session altered the {{ kind }} while a run wrote it
        {% endcall %}
    {% endif %}
{% endmacro %}

{#- Under the name, there can be the log of a table that was dropped by hand. -#}
{% macro _create_log_view(relation, properties) %}
    {% set view = daybook._log_relation(relation) %}
    {% do daybook._assert_still_locked(relation) %}
    {% call daybook._execute() %} drop view if exists {{ view }} {% endcall %}
    {% call daybook._execute() %}
        create view {{ view }} comment 'A copy of a log that daybook keeps.'
        {{ daybook._properties_clause(properties) }} as select 1 as log
    {% endcall %}
{% endmacro %}
