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
            daybook._entries_of_model(view, daybook.batches_table(locked))
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
        alters {{ view }} or {{ daybook.batches_table(locked) }} in a loop, stop it, and run
        the model again
    {% endcall %}
{% endmacro %}

{#- Whether an entry is that of a view with this text. -#}
{% macro _has_text(entry, text) %}
    {% do return("\nView Text: " ~ text ~ "\nView " in (entry.text or "")) %}
{% endmacro %}

{#- An ordinary table or view under the name is renamed, never dropped; a pointer of ours of another
    kind holds nothing. Returns what the table or view is called now. -#}
{% macro _clear_name(relation, entry) %}
    {% set kind = "view" if entry.type == "VIEW" else "table" %}
    {% if entry and entry.properties.view and daybook._is_made_by_us(relation) %}
        {% call daybook._execute() %} drop {{ kind }} {{ relation }} {% endcall %}
    {% elif entry %}
        {% set name = relation.identifier ~ "__before_" ~ daybook._epoch_now() %}
        {% set aside = relation.incorporate(path={"identifier": name}) %}
        {% if kind == "table" %} {% do daybook._check_rename(relation) %}
        {% endif %}
        {% call daybook._execute() %}
            alter {{ kind }} {{ relation }} rename to {{ aside }}
        {% endcall %}
        {% call daybook.tell(relation) %} the {{ kind }} of that name is now {{ name }} {% endcall %}
        {% do return(aside) %}
    {% endif %}
{% endmacro %}

{#- What a table that is renamed would lose. Hive 4.0 moves the files of a table that it has marked,
    and then looks for them where they were. -#}
{% macro _check_rename(relation) %}
    {% if daybook._has_property(relation, "daybook.born") %}
        {% do daybook._release_lock(relation) %}
        {% call daybook.refuse(relation) %}
            a table of that name holds the batches of another model, whose readers would not find
            them if it were renamed: give this model another name
        {% endcall %}
    {% elif daybook._has_property(relation, "TRANSLATED_TO_EXTERNAL") %}
        {% do daybook._release_lock(relation) %}
        {% call daybook.refuse(relation) %}
            a table has that name, and would lose its rows if it were renamed, because Hive 4 has
            marked it as TRANSLATED_TO_EXTERNAL: take the mark away (alter table {{ relation }}
            unset tblproperties ('TRANSLATED_TO_EXTERNAL')), and try again
        {% endcall %}
    {% endif %}
{% endmacro %}

{% macro _is_made_by_us(relation) %}
    {% do return(daybook._has_property(relation, "daybook.view")) %}
{% endmacro %}

{#- By the properties themselves: what describes a table may have any text in it. -#}
{% macro _has_property(relation, name) %}
    {% for row in run_query("show tblproperties " ~ relation) if row[0] == name %}
        {% do return(true) %}
    {% endfor %}
    {% do return(false) %}
{% endmacro %}
