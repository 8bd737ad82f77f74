{#- The tables that stand beside a model: where its batches live, and its lock. -#}
{% macro _beside(relation, suffix) %}
    {% set schema = var("daybook_schema", none) %}
    {% if schema is none %}
        {% do return(
            api.Relation.create(
                schema=relation.schema, identifier=relation.identifier ~ suffix
            )
        ) %}
    {% endif %}
    {% do return(
        api.Relation.create(
            schema=schema,
            identifier=relation.schema ~ "__" ~ relation.identifier ~ suffix,
        )
    ) %}
{% endmacro %}

{% macro _batches_relation(relation) %}
    {% do return(daybook._beside(relation, "__batches").incorporate(type="table")) %}
{% endmacro %}

{% macro _lock_relation(relation) %}
    {% do return(daybook._beside(relation, "__lock").incorporate(type="view")) %}
{% endmacro %}

{#- dbt makes the models' schemas; that of var daybook_schema is ours to make. -#}
{% macro _make_schema(relation, beside) %}
    {% if beside.schema != relation.schema %}
        {% do daybook._run("create schema if not exists " ~ beside.schema) %}
    {% endif %}
{% endmacro %}

{#- The name under which a model's logs know another model. -#}
{% macro _key(relation) %}
    {% do return((relation.schema ~ "." ~ relation.identifier) | lower) %}
{% endmacro %}

{#- The relation of a name with its schema. -#}
{% macro _relation_of(name) %}
    {% set schema, identifier = name.split(".")[-2:] %}
    {% do return(api.Relation.create(schema=schema, identifier=identifier)) %}
{% endmacro %}
