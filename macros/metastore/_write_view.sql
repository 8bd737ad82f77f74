{#-
    Writes a view of ours, and returns its entry. ALTER VIEW keeps the properties, which say that the
    view is ours: in words that Spark does not take for a secret, as it would the name of a model
    `api_tokens`.

    Another session that alters the view's properties meanwhile puts the old text back, as with a log
    (see _two_copies.sql). So the view is read again, and written again if need be.

        entry     what has the name; none: look
        is_known  whether the log says that there is a view of ours; an entry has also what values of
                  properties look like
        locked    the model whose lock is needed, if one is
        logged    what the batches table must have by then, see _two_copies.sql: {name: text}
-#}
{% macro _write_view(
    relation,
    text,
    properties={"daybook.view": "pointer"},
    entry=none,
    is_known=true,
    locked=none,
    logged={}
) %}
    {% set view = relation.incorporate(type="view") %}
    {% set entry = daybook._catalog_entry(view) if entry is none else entry %}
    {% set is_ours = daybook._is_ours(entry, properties["daybook.view"]) and (
        is_known or daybook._is_made_by_us(view)
    ) %}
    {% if not is_ours %} {% do daybook._clear_name(view, entry) %} {% endif %}
    {% for attempt in range(10) %}
        {% if locked %} {% do daybook._assert_still_locked(locked) %} {% endif %}
        {% call daybook._execute() %}
            {% if is_ours or attempt > 0 %} alter view {{ view }} as {{ text }}
            {% else %}
                create view {{ view }}
                {{ daybook._comment_clause(daybook._relation_comment(relation)) }}
                {{ daybook._properties_clause(properties) }} as {{ text }}
            {% endif %}
        {% endcall %}
        {% if not locked %} {% do return({}) %} {% endif %}
        {% set written, table = (
            daybook._entries_of_model(view, daybook._files_table(locked))
            if logged
            else (daybook._catalog_entry(view), {})
        ) %}
        {% set found = daybook._properties_in(table) %}
        {% if logged.items() | reject("in", found.items()) | list %}
            {% do daybook._set_properties_of(locked, "table", logged) %}
        {% elif daybook._has_text(written, text) %} {% do return(written) %}
        {% endif %}
    {% endfor %}
    {#- In an operation, no hook releases it. -#}
    {% do daybook._release_lock(locked) %}
    {% call daybook.refuse(relation) %}
        another session has undone 10 times what was written into its view or its log: find what
        alters {{ view }} or {{ daybook._files_table(locked) }} in a loop, stop it, and run
        the model again
    {% endcall %}
{% endmacro %}

{#- Whether an entry is that of a view with this text. -#}
{% macro _has_text(entry, text) %}
    {% do return("\nView Text: " ~ text ~ "\nView " in (entry.text or "")) %}
{% endmacro %}
