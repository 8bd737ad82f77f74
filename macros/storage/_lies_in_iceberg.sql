{#- Whether the batches of a relation lie in an Iceberg table: its model says so. What is no model of this
    project lies there if a catalog stands before its schema. -#}
{% macro _lies_in_iceberg(relation) %}
    {% set known = daybook._known_in_this_run() %}
    {% if "storages" not in known %}
        {% set storages = {} %}
        {% for node in daybook._batched_nodes() %}
            {% do storages.update(
                {
                    daybook.model_key(
                        daybook._node_relation(node)
                    ): daybook._format_of(node.config)
                    == "iceberg"
                }
            ) %}
        {% endfor %}
        {% do known.update({"storages": storages}) %}
    {% endif %}
    {% do return(
        known.storages.get(daybook.model_key(relation), "." in relation.schema)
    ) %}
{% endmacro %}

{#- The format of the files of a model. -#}
{% macro _format_of(settings) %}
    {% do return(
        (settings.get("meta") or {}).get("file_format")
        or settings.get("file_format")
        or var("daybook_file_format", "parquet")
    ) %}
{% endmacro %}
