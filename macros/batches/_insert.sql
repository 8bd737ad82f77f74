{#-
    Every write of a batch. Plain inserts into one table share a `_temporary` directory, which
    the first to end deletes: the other loses rows, and says that it succeeded. A dynamic
    overwrite stages apart, and overwrites nothing here, for the id of its batch is new.

    The mode is an option of the statement, which holds whatever becomes of the session's
    setting. A statement that reads the table that it writes needs the setting too.

    Before Spark 4.0 there is no such option. dbt-spark sends a statement again on a new session
    where it lost the first one, and there a static overwrite would delete the whole table: so
    the mode has to be the server's own. So has it where the threads of dbt share one session
    (method: session): what one sets and sets back, the others meet in their statements.
-#}
{% macro _insert(batches, query, name) %}
    {% set mode = "spark.sql.sources.partitionOverwriteMode" %}
    {% set has_option = daybook._spark_version() >= [4, 0] %}
    {% set is_shared = (
        adapter.config.credentials.method == "session"
        and adapter.config.threads > 1
    ) %}
    {% set reads_itself = daybook._reads_itself(batches, query) %}
    {% set needed = {} %}
    {% if reads_itself or is_shared or not has_option %}
        {% do needed.update({mode: "dynamic"}) %}
    {% endif %}
    {#- Derby's metastore then gives all partitions where a condition is too complex for it. -#}
    {% if reads_itself and not is_shared %}
        {% do needed.update(
            {
                "spark.sql.hive.metastorePartitionPruningFallbackOnException": "true"
            }
        ) %}
    {% endif %}
    {% set before = {} %}
    {% for setting, value in needed.items() %}
        {% set found = run_query("set `" ~ setting ~ "`")[0][1] %}
        {% if found | lower != value %}
            {% do before.update({setting: found}) %}
        {% endif %}
    {% endfor %}
    {% if mode in before and not has_option %}
        {% do daybook._raise(
            batches,
            "before version 4.0, Spark writes batches safely only where its server is"
            " started with " ~ mode ~ "=dynamic",
        ) %}
    {% elif mode in before and is_shared %}
        {% do daybook._raise(
            batches,
            "with method: session, "
            ~ adapter.config.threads
            ~ " threads share one session, whose "
            ~ mode
            ~ " is "
            ~ before[mode]
            ~ ": put "
            ~ mode
            ~ ": dynamic into the profile's server_side_parameters, or use threads: 1",
        ) %}
    {% endif %}
    {% for setting in before %}
        {% do daybook._set(setting, needed[setting]) %}
    {% endfor %}
    {% call statement(name) %}
        insert overwrite {{ batches }}
        {% if has_option %} with ('partitionOverwriteMode' = 'dynamic') {% endif %}
        by name
        {{ query }}
    {% endcall %}
    {% for setting, value in before.items() %}
        {% do daybook._set(setting, value) %}
    {% endfor %}
{% endmacro %}

{#- Whether a statement reads the table that it writes, by any spelling of its name. -#}
{% macro _reads_itself(batches, query) %}
    {% set text = query | replace("`", "") | replace("spark_catalog.", "") %}
    {% do return(
        daybook._mentions(text, batches)
        or this is defined
        and daybook._mentions(text, this)
    ) %}
{% endmacro %}

{#- Names and values are in backticks: so SET bears a comment behind it, as dbt's query-comment may
    append one. -#}
{% macro _set(setting, value) %}
    {% do daybook._run("set `" ~ setting ~ "` = `" ~ value ~ "`") %}
{% endmacro %}
