{#- Refuses a session in which a batch could not be shown, or might not be written safely. -#}
{% macro _files_check_session(relation) %}
    {% do daybook._refuse_fixed_views(relation) %}
    {% do daybook._commit_protocol(relation) %}
{% endmacro %}

{#- Iceberg's extensions refuse ALTER VIEW AS in its session catalog: the second run would write a batch
    and never show it. That is asked for once in a run. -#}
{% macro _refuse_fixed_views(relation) %}
    {% set known, iceberg = daybook._known_in_this_run(), "org.apache.iceberg." %}
    {% if "has_fixed_views" not in known %}
        {% set catalog = daybook._setting("spark.sql.catalog.spark_catalog") %}
        {% do known.update(
            {
                "has_fixed_views": catalog.startswith(iceberg)
                and iceberg in daybook._setting("spark.sql.extensions")
            }
        ) %}
    {% endif %}
    {% if known.has_fixed_views %}
        {% call daybook.refuse(relation) %}
            spark_catalog is Iceberg's, with Iceberg's extensions, in which no view can be changed:
            give Iceberg a catalog of its own (spark.sql.catalog.<name>), and leave spark_catalog
            to Spark
        {% endcall %}
    {% endif %}
{% endmacro %}
