{#- dbt makes the models' schemas; the one of the locks is ours to make, once. -#}
{% macro _make_schema(relation, beside) %}
    {% set schemas = daybook._known_in_this_run().schemas %}
    {% if beside.schema == relation.schema or beside.schema in schemas %}
        {% do return("") %}
    {% endif %}
    {% if not daybook._schema_exists(beside) %}
        {% do daybook._say(
            relation,
            "creating the schema "
            ~ beside.schema
            ~ " for locks. Where that is refused, have it created; or, for models that have not"
            ~ " run yet, name a schema that exists in the variable daybook_schema",
        ) %}
        {% do daybook._run("create schema if not exists " ~ beside.schema) %}
    {% endif %}
    {% do schemas.append(beside.schema) %}
{% endmacro %}

{#- A view that shows other batches than those that are about to be written would lose them: as
    where daybook_schema has changed. Of a table that was dropped by hand it has the name. -#}
{% macro _check_place(relation, log) %}
    {% if log.exists or should_full_refresh() %} {% do return(none) %} {% endif %}
    {% set found = daybook._found(relation) %}
    {% if found and found.properties.view in ("pointer", "partitions") %}
        {% set batches = daybook._batches_relation(relation) %}
        {% set shown = relation.incorporate(
            type="view" if found.type == "VIEW" else "table"
        ) %}
        {% set text = run_query("show create table " ~ shown).rows[0][0] | lower %}
        {% if (
            not daybook._mentions(text, batches)
            and "/" ~ batches.identifier.lower() ~ "/" not in text
        ) %}
            {% do daybook._raise(
                relation,
                "its view shows batches in another table than "
                ~ batches
                ~ ", which does not exist: set the variable daybook_schema back to what it was"
                ~ " when they were written, or rebuild the model with --full-refresh",
            ) %}
        {% endif %}
    {% endif %}
{% endmacro %}
