{#-
    Makes the view show what the log says. ALTER VIEW is one metastore operation, so no reader
    fails or sees a mixture; CREATE OR REPLACE VIEW drops first, and of 148 reads 41 failed.

    A pointer too long for the metastore is compacted first: readers still see the old one.
    Returns the log.
-#}
{% macro _flip_pointer(relation, log) %}
    {% do daybook._assert_still_locked(relation) %}
    {% set state = daybook._state(log) %}
    {% set shown = daybook._state(log, log.flipped) %}
    {% if state.publish == "partitions" %}
        {% do daybook._publish_as_partitions(relation, shown, state) %}
    {% else %}
        {% set merged = daybook._files_to_rewrite(relation, state) %}
        {% if merged is none %}
            {#- In an operation, no hook releases it. -#}
            {% do daybook._release_lock(relation) %}
            {% call daybook._refuse(relation) %}{{ daybook._view_too_long() }}{% endcall %}
        {% elif merged %} {% set log = daybook._compact_files(relation, log, merged) %}
        {% endif %}
        {% set text = daybook._view_text(relation, daybook._state(log)) %}
        {% do daybook._write_view(
            relation, text, is_known=log.flipped > 0, locked=relation
        ) %}
    {% endif %}
    {% do daybook._comment_on_published(relation, state, shown) %}
    {% do return(daybook._write_flipped(relation, log)) %}
{% endmacro %}

{#- more: a further condition, such as that rows were posted by then. private: whether the rows are
    those that the model keeps to itself. -#}
{% macro _view_text(relation, state, files=none, more="", private=false) %}
    {% set pointer = daybook._pointer_of(state, private=private) %}
    {% set predicate = daybook._pointer_predicate(
        dict(state, pointer=pointer), files
    ) %}
    {% set batches = daybook._batches_relation(relation) %}
    {% set source = batches ~ " where " ~ predicate ~ more %}
    {% if state.view %}
        {% do return(daybook._combined_rows(state, source)) %}
    {% endif %}
    {% set columns = daybook._shown_columns(
        state.columns + ["posted_batch_id", "batch_id"], state.partition_by
    ) %}
    {% do return("select " ~ columns ~ " from " ~ source) %}
{% endmacro %}

{#- ALTER VIEW keeps the properties, which say that the view is ours: in words that Spark does
    not take for a secret, as it would the name of a model `api_tokens`. is_known: whether the log
    says that there is a view of ours; an entry has also what values of properties look like.
    locked: the model whose lock is needed, if one is. -#}
{% macro _write_view(
    relation,
    text,
    properties={"daybook.view": "pointer"},
    is_known=true,
    locked=none
) %}
    {% set view = relation.incorporate(type="view") %}
    {% set entry = daybook._catalog_entry(view) %}
    {% set is_ours = daybook._is_ours(entry, properties["daybook.view"]) and (
        is_known or daybook._is_made_by_us(view)
    ) %}
    {% if locked %} {% do daybook._assert_not_overtaken(locked) %} {% endif %}
    {% if is_ours %}
        {% call daybook._execute() %} alter view {{ view }} as {{ text }} {% endcall %}
    {% else %}
        {% do daybook._clear_name(view, entry) %}
        {% call daybook._execute() %}
            create view {{ view }} {{ daybook._comment_clause(daybook._relation_comment(relation)) }}
            {{ daybook._properties_clause(properties) }} as {{ text }}
        {% endcall %}
    {% endif %}
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
        {% call daybook._tell(relation) %} the {{ kind }} of that name is now {{ name }} {% endcall %}
        {% do return(aside) %}
    {% endif %}
{% endmacro %}

{#- What a table that is renamed would lose. Hive 4.0 moves the files of a table that it has marked,
    and then looks for them where they were. -#}
{% macro _check_rename(relation) %}
    {% if daybook._has_property(relation, "daybook.born") %}
        {% do daybook._release_lock(relation) %}
        {% call daybook._refuse(relation) %}
            a table of that name holds the batches of another model, whose readers would not find
            them if it were renamed: give this model another name
        {% endcall %}
    {% elif daybook._has_property(relation, "TRANSLATED_TO_EXTERNAL") %}
        {% do daybook._release_lock(relation) %}
        {% call daybook._refuse(relation) %}
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
