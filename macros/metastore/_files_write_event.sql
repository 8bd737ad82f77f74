{#-
    Writes an event, and returns the log with it. An event that has a position takes the place of
    the one there, which only said what was begun; another one gets the next position.

    Only the one who has the lock needs to know what was begun. note: what the next flip puts into the
    text of the model's view, which is a copy then: see _two_copies.sql.
-#}
{% macro _files_write_event(relation, log, event, note="") %}
    {% do daybook._assert_has_values(relation, event) %}
    {% set after = daybook._log_with(log, event) %}
    {% set text = daybook._event_properties(after.events[-1]) %}
    {% set properties = dict(daybook._blanks_for(log, text), **text) %}
    {% if event.event == "started" %} {% set copies = ["view"] %}
    {% else %} {% set copies = ["table"] if note else ["view", "table"] %}
    {% endif %}
    {% do daybook._set_properties(relation, properties, copies) %}
    {% set properties = dict(log.properties, **properties) %}
    {% do return(dict(after, properties=properties, note=note)) %}
{% endmacro %}

{#- Parts of a longer text that stood there become blanks in the same statement. -#}
{% macro _blanks_for(log, properties) %}
    {% set prefix = (properties | first).rpartition(".")[0] ~ "." %}
    {% set blanks = {} %}
    {% for name in log.properties
        if name.startswith(prefix) and name not in properties %}
        {% do blanks.update({name: " "}) %}
    {% endfor %}
    {% do return(blanks) %}
{% endmacro %}

{% macro _set_properties(relation, properties, copies=["view", "table"]) %}
    {% for kind in copies %}
        {% do daybook._set_properties_of(relation, kind, properties) %}
    {% endfor %}
    {% set held = daybook._held_lock(relation) %}
    {% if held and copies == ["table"] %} {% do held.unwritten.update(properties) %}
    {% elif held and "table" in copies %} {% do held.written.update(properties) %}
    {% endif %}
{% endmacro %}

{% macro _set_properties_of(relation, kind, properties) %}
    {% do daybook._assert_still_locked(relation) %}
    {% set held = daybook._held_lock(relation) %}
    {% if kind == "view" %}
        {% set properties = dict(held.unwritten or {}, **properties) %}
    {% endif %}
    {% call daybook._execute() %}
        alter {{ kind }} {{ daybook._log_holder(relation, kind) }}
        set {{ daybook._properties_clause(properties) }}
    {% endcall %}
    {% if kind == "view" and held %} {% do held.update({"unwritten": {}}) %} {% endif %}
{% endmacro %}

{#- Before a lock is given back, the run checks that the view still has what was written under the
    lock, and writes again what another session has undone. If the table loses an event later, the
    next run finds it in the view. -#}
{% macro _confirm_written(relation) %}
    {% set written = daybook._held_lock(relation).written or {} %}
    {% for _ in range(10) if written %}
        {% set found = daybook._properties_in(
            daybook._catalog_entry(daybook._log_relation(relation))
        ) %}
        {% if (
            not found
            or not written.items() | reject("in", found.items()) | list
            or not daybook._is_still_held(relation)
        ) %}
            {% do return(none) %}
        {% endif %}
        {% do daybook._set_properties_of(relation, "view", written) %}
    {% endfor %}
    {% if written %}
        {% call daybook.tell(relation) %}
            another session has undone 10 times what was written into the view
            {{ daybook._log_relation(relation) }}, so only one copy of the log may be whole: find what alters
            that view in a loop, stop it, and run the model again
        {% endcall %}
    {% endif %}
{% endmacro %}

{% macro _log_holder(relation, kind) %}
    {% do return(
        daybook._log_relation(relation)
        if kind == "view"
        else daybook._files_table(relation)
    ) %}
{% endmacro %}

{% macro _properties_clause(properties) %}
    {%- set assignments = [] -%}
    {%- for name, value in properties.items() -%}
        {%- do assignments.append("'" ~ name ~ "' = " ~ daybook.quoted_text(value)) -%}
    {%- endfor -%}
    tblproperties({{ assignments | join(", ") }})
{%- endmacro %}
