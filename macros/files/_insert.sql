{#-
    Every write of rows. By Spark's own committer, plain inserts into one table share a `_temporary`
    directory, which the first one to end deletes: the other loses rows, and reports success. A
    dynamic overwrite stages apart, and overwrites nothing if the id of its batch is new.

    The mode is an option of the statement, so it holds even if the session's setting is lost. If a
    statement reads the table that it writes, Spark leaves out all of its options: then settings of
    the session say the same.

    Before Spark 4.0, INSERT has no such option. If dbt-spark loses a session, it sends a statement
    again on a new one, and there a static overwrite would delete the whole table: so the mode has
    to be the server's own. The same holds if dbt's threads share one session (method: session):
    what one thread sets and sets back, the others meet in their statements. The magic committer's
    plain INSERT must not be sent twice. By method thrift it is not: a second try uses the lost
    connection, and fails. By method http it might be, so a batch is overwritten there.
-#}
{% macro _insert_rows(table, query, name, is_new_batch=false, options={}) %}
    {% set way = daybook._way_to_insert(table, is_new_batch) %}
    {% set has_option = daybook.spark_version() >= [4, 0] %}
    {% set before = daybook._settings_for_insert(table, query, has_option, way) %}
    {% call statement(name) %}
        insert {{ "overwrite" if way.overwrites else "into" }} {{ table }}
        {% if has_option %}
            with (
            {% for option, value in dict(way.options, **options).items() %}
                    '{{ option }}' = '{{ value }}' {{ "," if not loop.last }}
            {% endfor %}
            )
        {% endif %}
        by name
        {{ query }}
    {% endcall %}
    {% do daybook._set_session(before) %}
{% endmacro %}

{#- Sets what the session needs for an INSERT; returns what to set back: {setting: value}. -#}
{% macro _settings_for_insert(table, query, has_option, way) %}
    {% set mode = "spark.sql.sources.partitionOverwriteMode" %}
    {% set threads = daybook._profile_setting("threads") %}
    {% set is_shared = (
        daybook._profile_setting("method") == "session" and threads > 1
    ) %}
    {% set reads_itself = daybook._reads_itself(table, query) %}
    {% set needed = {} %}
    {% if way.overwrites and (reads_itself or is_shared or not has_option) %}
        {% do needed.update({mode: "dynamic"}) %}
    {% endif %}
    {% for option, value in way.options.items()
        if reads_itself and option != "partitionOverwriteMode" %}
        {% do needed.update({option: value}) %}
    {% endfor %}
    {% set before, to_set = {}, {} %}
    {% for setting, value in needed.items() %}
        {% set current = daybook._setting(setting) %}
        {% if current | lower != value | lower %}
            {% do before.update({setting: current}) %}
            {% do to_set.update({setting: value}) %}
        {% endif %}
    {% endfor %}
    {% if mode in before and not has_option %}
        {% call daybook.refuse(table) %}
            before version 4.0, Spark writes batches safely only if its server is started with
            {{ mode }}=dynamic
        {% endcall %}
    {% elif before and is_shared %}
        {% call daybook.refuse(table) %}
            with method: session, {{ threads }} threads share one session, whose
            {{ before | list | join(", ") }} would have to change: put
            {% for setting, value in to_set.items() %}
                {{- setting }}: {{ value }}{{ ", " if not loop.last }}
            {% endfor %}
            into the profile's server_side_parameters, or use threads: 1
        {% endcall %}
    {% endif %}
    {% do daybook._set_session(to_set) %}
    {% do return(before) %}
{% endmacro %}

{#- Whether a statement reads the table that it writes, however it spells the name. -#}
{% macro _reads_itself(table, query) %}
    {% set text = daybook._without_backticks(query) | replace("spark_catalog.", "") %}
    {% do return(
        daybook._mentions(text, table)
        or (this is defined and daybook._mentions(text, this))
    ) %}
{% endmacro %}
