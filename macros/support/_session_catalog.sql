{#- Iceberg's extensions refuse ALTER VIEW AS in its session catalog: the second run would write a
    batch and never show it. -#}
{% macro _refuse_session_catalog(relation) %}
    {% set known = daybook._known_in_this_run() %}
    {% if "has_views" not in known %}
        {% set catalog = daybook._setting("spark.sql.catalog.spark_catalog") %}
        {% set is_iceberg = catalog.startswith("org.apache.iceberg.") %}
        {% set extensions = (
            daybook._setting("spark.sql.extensions") if is_iceberg else ""
        ) %}
        {% do known.update({"has_views": "org.apache.iceberg." not in extensions}) %}
    {% endif %}
    {% if not known.has_views %}
        {% call daybook.refuse(relation) %}
            spark_catalog is Iceberg's, with Iceberg's extensions, in which no view can be changed:
            give Iceberg a catalog of its own (spark.sql.catalog.<name>), and leave spark_catalog
            to Spark
        {% endcall %}
    {% endif %}
{% endmacro %}
