{#-
    Makes the view show what the log says. ALTER VIEW is one metastore operation, so no reader
    fails or sees a mixture; CREATE OR REPLACE VIEW drops first, and of 148 reads 41 failed.

    A pointer too long for the metastore is compacted first: readers still see the old one.
    Returns the log as it is then.
-#}
{% macro _flip(relation, log) %}
    {% set state = daybook._state(log) %}
    {% if state.publish == "partitions" %}
        {% do daybook._set_partitions(relation, log, state) %}
    {% else %}
        {% set merged = daybook._to_fit(relation, state) %}
        {% if merged is none %} {% do daybook._raise(relation, daybook._too_long()) %}
        {% elif merged %} {% set log = daybook._compact(relation, log, merged) %}
        {% endif %}
        {% do daybook._point(
            relation, daybook._view_text(relation, daybook._state(log))
        ) %}
    {% endif %}
    {% do return(daybook._write_flipped(relation, log)) %}
{% endmacro %}

{#- `more` is a further condition, such as that rows were posted by then. -#}
{% macro _view_text(relation, state, files=none, runs=none, more="") %}
    {% set source = (
        daybook._batches_relation(relation)
        ~ " where "
        ~ daybook._predicate(
            dict(state, pointer=daybook._pointer_of(state, private=false)),
            files,
            runs,
        )
        ~ more
    ) %}
    {% if state.view %}
        {% do return(daybook._consolidated(state, source)) %}
    {% endif %}
    {% do return(
        "select "
        ~ daybook._columns(state.columns)
        ~ ", posted_batch_id, batch_id from "
        ~ source
    ) %}
{% endmacro %}

{#- ALTER VIEW keeps the properties, which say that the view is ours: in words that Spark does
    not take for a secret, as it would the name of a model `api_tokens`. -#}
{% macro _point(relation, text, properties={"daybook.view": "pointer"}) %}
    {% set view = relation.incorporate(type="view") %}
    {% set found = daybook._found(view) %}
    {% if daybook._is_ours(found, properties["daybook.view"]) %}
        {% do daybook._run("alter view " ~ view ~ " as " ~ text) %}
    {% else %}
        {% do daybook._clear_name(view, found) %}
        {% do daybook._run(
            "create view "
            ~ view
            ~ daybook._comment_clause()
            ~ " "
            ~ daybook._properties_clause(properties)
            ~ " as "
            ~ text
        ) %}
    {% endif %}
{% endmacro %}

{#- What an ordinary table or view left under the name is renamed, never dropped; a pointer of
    ours of another kind holds nothing. -#}
{% macro _clear_name(relation, found) %}
    {% set kind = "view" if found.type == "VIEW" else "table" %}
    {% if found and found.properties.view and daybook._is_made_by_us(relation) %}
        {% do daybook._run("drop " ~ kind ~ " " ~ relation) %}
    {% elif found %}
        {% set aside = relation.identifier ~ "__before_" ~ daybook._epoch_now() %}
        {% do daybook._run(
            "alter "
            ~ kind
            ~ " "
            ~ relation
            ~ " rename to "
            ~ relation.incorporate(path={"identifier": aside})
        ) %}
        {% do daybook._say(relation, "the " ~ kind ~ " of that name is now " ~ aside) %}
        {% do return(relation.incorporate(path={"identifier": aside})) %}
    {% endif %}
{% endmacro %}

{#- By the properties themselves: what describes a table may have any text in it. -#}
{% macro _is_made_by_us(relation) %}
    {% for row in run_query("show tblproperties " ~ relation)
        if row[0] == "daybook.view" %}
        {% do return(true) %}
    {% endfor %}
    {% do return(false) %}
{% endmacro %}
