{#-
    The tables that stand beside a model: <model>__batches in its schema, and <model>__lock in
    a schema of its own, for locks come and go. dbt-spark lists a schema in one statement that
    fails where a view vanishes meanwhile, and then takes the schema for an empty one.

    With the variable daybook_schema both are in that schema. Names there have a digest: without it,
    schema a with model b__c and schema a__b with model c would have one name.

    apart: whether it stands in the schema of locks
-#}
{% macro _beside(relation, suffix, type="table", apart=false) %}
    {% set own_schema = relation.schema ~ ("__daybook" if apart else "") %}
    {% set shared, name = var("daybook_schema", none), relation.identifier %}
    {% if shared is not none %}
        {% if not daybook._has_form("[A-Za-z0-9_]+", shared | string) %}
            {% call daybook.refuse_option(
                relation, "the variable daybook_schema", shared
            ) %}
                name a schema in letters, digits and underscores
            {% endcall %}
        {% endif %}
        {% set digest = local_md5(daybook.model_key(relation))[:8] %}
        {% set name = [relation.schema, name, digest] | join("__") %}
    {% endif %}
    {% do return(
        api.Relation.create(
            schema=own_schema if shared is none else shared,
            identifier=name ~ suffix,
            type=type,
        )
    ) %}
{% endmacro %}

{% macro _files_table(relation) %}
    {% do return(daybook._beside(relation, "__batches")) %}
{% endmacro %}

{% macro _lock_relation(relation) %}
    {% do return(daybook._beside(relation, "__lock", "view", apart=true)) %}
{% endmacro %}

{#- The view that holds the other copy of the log, see metastore/_two_copies.sql. -#}
{% macro _log_relation(relation) %}
    {% do return(daybook._beside(relation, "__log", "view", apart=true)) %}
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

{#- The relation of a name with its schema, which may have a catalog before it. -#}
{% macro _relation_of(name) %}
    {% set name = modules.re.sub("^spark_catalog[.]", "", name) %}
    {% set schema, _, identifier = name.rpartition(".") %}
    {% do return(api.Relation.create(schema=schema, identifier=identifier)) %}
{% endmacro %}
