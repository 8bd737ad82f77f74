{#- Refuses a session without what a batch needs. A catalog that caches tables shows a session what was there
    for half a minute, so it would read an outdated log. It is asked for once in a run. -#}
{% macro _iceberg_check_session(relation) %}
    {% set known, catalog = daybook._known_in_this_run(), daybook._catalog_of(
        relation
    ) %}
    {% set key = "problem_of_catalog_" ~ catalog %}
    {% if key not in known %}
        {% do known.update({key: daybook._problem_of_catalog(catalog)}) %}
    {% endif %}
    {% if known[key] %}
        {% call daybook.refuse_option(relation, "file_format", "iceberg") %}
            {{ known[key] }}
        {% endcall %}
    {% endif %}
{% endmacro %}

{#- What is wrong with a catalog, and what to do; empty if nothing is. -#}
{% macro _problem_of_catalog(catalog) %}
    {% set name = "spark.sql.catalog." ~ catalog %}
    {% set extensions = (
        "org.apache.iceberg.spark.extensions.IcebergSparkSessionExtensions"
    ) %}
    {% if not daybook._setting(name).startswith("org.apache.iceberg.") %}
        {% do return(
            "the catalog "
            ~ catalog
            ~ " is not one of Iceberg's: write schema: <catalog>.<schema>, or make one the default"
            ~ " (spark.sql.defaultCatalog)"
        ) %}
    {% elif extensions not in daybook._setting("spark.sql.extensions") %}
        {% do return("start the server with spark.sql.extensions=" ~ extensions) %}
    {% elif daybook._setting(name ~ ".cache-enabled") | lower != "false" %}
        {% do return(
            "its catalog caches tables, so a run could miss what another one has just"
            ~ " published: start the server with "
            ~ name
            ~ ".cache-enabled=false"
        ) %}
    {% endif %}
    {% do return("") %}
{% endmacro %}
