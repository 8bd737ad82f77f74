{#-
    Makes the view show what the log says. ALTER VIEW is one metastore operation, so no reader
    fails or sees a mixture; CREATE OR REPLACE VIEW drops first, and of 148 reads 41 failed.

    A pointer too long for the metastore is compacted first: readers still see the old one.
-#}
{% macro _flip(relation, log) %}
    {% set text = daybook._view_text(relation, daybook._state(log)) %}
    {% if text | length > daybook._view_text_limit() %}
        {% do daybook._shorten(relation, log) %}
        {% set text = daybook._view_text(relation, daybook._state(log)) %}
    {% endif %}
    {% do daybook._point(relation, text) %}
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

{#- ALTER VIEW keeps the properties, which say that the view is ours. -#}
{% macro _point(relation, text) %}
    {% set view = relation.incorporate(type="view") %}
    {% set batches = daybook._batches_relation(relation) | string %}
    {% set found = daybook._found(view) %}
    {% if found.type == "VIEW" and found.properties.batches == batches %}
        {% do run_query("alter view " ~ view ~ " as " ~ text) %}
    {% else %}
        {% if found %} {% do daybook._put_aside(view, found.type) %}
        {% endif %}
        {% do run_query(
            "create view "
            ~ view
            ~ " tblproperties ('daybook.batches' = '"
            ~ batches
            ~ "') as "
            ~ text
        ) %}
    {% endif %}
{% endmacro %}

{#- What an ordinary table or view left under the name is renamed, never dropped. -#}
{% macro _put_aside(relation, type) %}
    {% set aside = relation.identifier ~ "__before_" ~ daybook._epoch_now() %}
    {% do run_query(
        "alter "
        ~ ("view " if type == "VIEW" else "table ")
        ~ relation
        ~ " rename to "
        ~ relation.incorporate(path={"identifier": aside})
    ) %}
    {% do daybook._say(
        relation, "the " ~ type | lower ~ " of that name is now " ~ aside
    ) %}
{% endmacro %}

{#- Derby stores a view text of at most 32,700 characters; other metastores take more. -#}
{% macro _view_text_limit() %}
    {% do return(var("daybook_view_text_limit", 32000)) %}
{% endmacro %}
