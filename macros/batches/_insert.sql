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
    {% set setting = "spark.sql.sources.partitionOverwriteMode" %}
    {% set has_option = daybook._spark_version() >= [4, 0] %}
    {% set is_shared = (
        adapter.config.credentials.method == "session"
        and adapter.config.threads > 1
    ) %}
    {% set reads_itself = (
        daybook._mentions(query, batches)
        or this is defined
        and daybook._mentions(query, this)
    ) %}
    {% set found = (
        run_query("set `" ~ setting ~ "`")[0][1]
        if reads_itself or is_shared or not has_option
        else "dynamic"
    ) %}
    {% if found | lower != "dynamic" and not has_option %}
        {% do daybook._raise(
            batches,
            "before version 4.0, Spark writes batches safely only where its server is"
            " started with " ~ setting ~ "=dynamic",
        ) %}
    {% elif found | lower != "dynamic" and is_shared %}
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
            ~ ": dynamic into the profile's server_side_parameters, or use threads: 1",
        ) %}
    {% endif %}
    {% if found | lower != "dynamic" %}
        {{ daybook._set(setting, "dynamic") }}
    {% endif %}
    {% call statement(name) %}
        insert overwrite {{ batches }}
        {% if has_option %} with ('partitionOverwriteMode' = 'dynamic') {% endif %}
        by name
        {{ query }}
    {% endcall %}
    {% if found | lower != "dynamic" %} {{ daybook._set(setting, found) }} {% endif %}
{% endmacro %}

{#- Names and values are in backticks: so SET bears a comment behind it, as dbt's query-comment may
    append one. -#}
{% macro _set(setting, value) %}
    {% do daybook._run("set `" ~ setting ~ "` = `" ~ value ~ "`") %}
{% endmacro %}
