{#-
    Makes the view show what the log says. ALTER VIEW is one metastore operation, so no reader
    fails or sees a mixture; CREATE OR REPLACE VIEW drops first, and of 148 reads 41 failed.

    A pointer too long for the metastore is compacted first: readers still see the old one.
-#}
{% macro _flip(relation, log) %}
    {% set merged = daybook._to_fit(relation, daybook._state(log)) %}
    {% if merged is none %} {% do daybook._raise(relation, daybook._too_long()) %}
    {% elif merged %} {% do daybook._compact(relation, log, merged) %}
    {% endif %}
    {% do daybook._point(relation, daybook._view_text(relation, daybook._state(log))) %}
    {% do daybook._write_flipped(relation, log) %}
{% endmacro %}

{% macro _view_text(relation, state, files=none) %}
    {% do return(
        "select "
        ~ daybook._columns(state.columns)
        ~ ", posted_batch_id, batch_id from "
        ~ daybook._batches_relation(relation)
        ~ " where "
        ~ daybook._predicate(
            dict(state, pointer=daybook._pointer_of(state, private=false)),
            files,
        )
    ) %}
{% endmacro %}

{#- ALTER VIEW keeps the properties, which say that the view is ours: in a word that Spark does
    not take for a secret, as it would the name of a model `api_tokens`. -#}
{% macro _point(relation, text) %}
    {% set view = relation.incorporate(type="view") %}
    {% set found = daybook._found(view) %}
    {% if found and daybook._is_pointer(found) %}
        {% do run_query("alter view " ~ view ~ " as " ~ text) %}
    {% else %}
        {% if found %} {% do daybook._put_aside(view, found.type) %}
        {% endif %}
        {% do run_query(
            "create view "
            ~ view
            ~ " tblproperties ('daybook.view' = 'pointer') as "
            ~ text
        ) %}
    {% endif %}
{% endmacro %}

{% macro _is_pointer(found) %}
    {% do return(found.type == "VIEW" and found.properties.view == "pointer") %}
{% endmacro %}

{#- What an ordinary table or view left under the name is renamed, never dropped. -#}
{% macro _put_aside(relation, type) %}
    {% set aside = relation.identifier ~ "__before_" ~ daybook._epoch_now() %}
    {% set kind = "view" if type == "VIEW" else "table" %}
    {% do run_query(
        "alter "
        ~ kind
        ~ " "
        ~ relation
        ~ " rename to "
        ~ relation.incorporate(path={"identifier": aside})
    ) %}
    {% do daybook._say(relation, "the " ~ kind ~ " of that name is now " ~ aside) %}
{% endmacro %}
