{#-
    The tables that stand beside a model: <model>__batches in its schema, and <model>__lock in
    a schema of its own, for locks come and go. dbt-spark lists a schema in one statement that
    fails where a view vanishes meanwhile, and then takes the schema for an empty one.

    With the variable daybook_schema both are in that schema. Names there have a digest: without it,
    schema a with model b__c and schema a__b with model c would have one name.
-#}
{% macro _beside(relation, suffix, schema=none) %}
    {% set shared = var("daybook_schema", none) %}
    {% if shared is none %}
        {% do return(
            api.Relation.create(
                schema=schema or relation.schema,
                identifier=relation.identifier ~ suffix,
            )
        ) %}
    {% elif not daybook._has_form("[A-Za-z0-9_]+", shared | string) %}
        {% call daybook.refuse_option(
            relation, "the variable daybook_schema", shared
        ) %}
            name a schema in letters, digits and underscores
        {% endcall %}
    {% endif %}
    {% set name = [
        relation.schema,
        relation.identifier,
        local_md5(daybook.model_key(relation))[:8],
    ] %}
    {% do return(
        api.Relation.create(
            schema=shared, identifier=name | join("__") ~ suffix
        )
    ) %}
{% endmacro %}

{% macro batches_table(relation) %}
    {% do return(daybook._beside(relation, "__batches").incorporate(type="table")) %}
{% endmacro %}

{% macro _lock_relation(relation) %}
    {% do return(
        daybook._beside(
            relation, "__lock", relation.schema ~ "__daybook"
        ).incorporate(type="view")
    ) %}
{% endmacro %}

{#- The name under which a model's logs know another model. -#}
{% macro model_key(relation) %}
    {% do return((relation.schema ~ "." ~ relation.identifier) | lower) %}
{% endmacro %}

{#- Whether a relation is the model that runs; an operation has none. -#}
{% macro _is_this(relation) %}
    {% do return(
        this is defined
        and daybook.model_key(relation) == daybook.model_key(this)
    ) %}
{% endmacro %}

{#- What reads a model by its log needs the model, and not its name. -#}
{% macro _check_is_model(macro_name, relation) %}
    {% if relation is string %}
        {% set is_name = daybook._has_form("[\\w.]+", relation) %}
        {% set name = relation.split(".")[-1] if is_name else "..." %}
        {% call daybook.refuse(relation) %}
            {{ macro_name }} takes a model, and this is a text: write
            daybook.{{ macro_name }}(ref("{{ name }}"))
        {% endcall %}
    {% endif %}
{% endmacro %}

{#- The relation of a name with its schema. -#}
{% macro _relation_of(name) %}
    {% set parts = name.split(".") %}
    {% do return(api.Relation.create(schema=parts[-2], identifier=parts[-1])) %}
{% endmacro %}
