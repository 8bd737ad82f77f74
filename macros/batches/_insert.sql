{#-
    Every write of a batch. Plain inserts into one table share a `_temporary` directory, which
    the first to end deletes: the other loses rows, and says that it succeeded. A dynamic
    overwrite stages apart, and overwrites nothing here, for the id of its batch is new.

    The mode stands twice: as an option it holds whatever becomes of the session's setting; as
    a setting it lets a statement read the table that it writes. The other setting lets Derby's
    metastore give all partitions where a condition is too complex for it.

    Before Spark 4.0 there is no such option. dbt-spark sends a statement again on a new session
    where it lost the first one, and there a static overwrite would delete the whole table: so
    the mode has to be the server's own. So has it where the threads of dbt share one session
    (method: session): what one sets and sets back, the others meet in their statements.

    Names and values are in backticks: so SET bears a comment behind it, as dbt's query-comment
    may append one.
-#}
{% macro _insert(batches, query, name) %}
    {% set has_option = daybook._spark_version() >= [4, 0] %}
    {% set is_shared = (
        adapter.config.credentials.method == "session"
        and adapter.config.threads > 1
    ) %}
    {% set before = {} %}
    {% for setting, value in (
        ("spark.sql.sources.partitionOverwriteMode", "dynamic"),
        (
            "spark.sql.hive.metastorePartitionPruningFallbackOnException",
            "true",
        ),
    ) %}
        {% set found = run_query("set `" ~ setting ~ "`")[0][1] %}
        {% if found | lower != value %}
            {% if value == "dynamic" and not has_option %}
                {% do daybook._raise(
                    batches,
                    "before version 4.0, Spark writes batches safely only where its server is"
                    " started with " ~ setting ~ "=dynamic",
                ) %}
            {% elif value == "dynamic" and is_shared %}
                {% do daybook._raise(
                    batches,
                    "with method: session, "
                    ~ adapter.config.threads
                    ~ " threads share one session, whose "
                    ~ setting
                    ~ " is "
                    ~ found
                    ~ ": put "
                    ~ setting
                    ~ ": "
                    ~ value
                    ~ " into the profile's server_side_parameters, or use threads: 1",
                ) %}
            {% endif %}
            {% if not is_shared %}
                {% do before.update({setting: found}) %}
                {% do daybook._run("set `" ~ setting ~ "` = `" ~ value ~ "`") %}
            {% endif %}
        {% endif %}
    {% endfor %}
    {% call statement(name) %}
        insert overwrite {{ batches }}
        {% if has_option %} with ('partitionOverwriteMode' = 'dynamic') {% endif %}
        by name
        {{ query }}
    {% endcall %}
    {% for setting, value in before.items() %}
        {% do daybook._run("set `" ~ setting ~ "` = `" ~ value ~ "`") %}
    {% endfor %}
{% endmacro %}
