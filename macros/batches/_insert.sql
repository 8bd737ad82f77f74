{#-
    Every write of a batch. Plain inserts into one table share a `_temporary` directory, which
    the first to end deletes: the other loses rows, and says that it succeeded. A dynamic
    overwrite stages apart, and overwrites nothing here, for the id of its batch is new.

    The mode stands twice: as an option it holds whatever becomes of the session's setting; as
    a setting it lets a statement read the table that it writes. The other setting lets Derby's
    metastore give all partitions where a condition is too complex for it.
-#}
{% macro _insert(batches, query, name) %}
    {% set before = {} %}
    {% for setting, value in (
        ("spark.sql.sources.partitionOverwriteMode", "dynamic"),
        (
            "spark.sql.hive.metastorePartitionPruningFallbackOnException",
            "true",
        ),
    ) %}
        {% set found = run_query("set " ~ setting)[0][1] %}
        {% if found | lower != value %}
            {% do before.update({setting: found}) %}
            {% do run_query("set " ~ setting ~ " = " ~ value) %}
        {% endif %}
    {% endfor %}
    {% call statement(name) %}
        insert overwrite {{ batches }}
        with ('partitionOverwriteMode' = 'dynamic')
        by name
        {{ query }}
    {% endcall %}
    {% for setting, value in before.items() %}
        {% do run_query("set " ~ setting ~ " = " ~ value) %}
    {% endfor %}
{% endmacro %}
