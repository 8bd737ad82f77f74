{#-
    A model in Iceberg is one table under its own name, and its view is the table itself. Whatever reads it
    sees the branch main. What a run is writing lies on a branch of its own, see _iceberg_begin.sql.
-#}
{% macro _iceberg_table(relation) %}
    {#- With --empty, a relation from ref() is written as a subquery. -#}
    {% do return(relation.incorporate(type="table", limit=none)) %}
{% endmacro %}

{% macro _iceberg_target(relation) %}
    {% do return(relation.incorporate(type="table")) %}
{% endmacro %}

{#- The branch of a batch of this run: two runs may take one id. It stays: as long as it is there, so is what
    the batch has published. -#}
{% macro _branch_of(batch_id) %}
    {% do return("daybook_" ~ batch_id ~ "_" ~ local_md5(invocation_id)[:8]) %}
{% endmacro %}

{#- The catalog of a relation: before its schema, or that of the session. -#}
{% macro _catalog_of(relation) %}
    {% if "." in relation.schema %}
        {% do return(relation.schema.split(".")[0]) %}
    {% endif %}
    {% set query = "select to_json(array(current_catalog()))" %}
    {% do return(daybook.json_rows(query, once=true)[0][0]) %}
{% endmacro %}
