{#- Settings of a session with which a model cannot be written or shown: quoted values would keep
    their backslashes, times would lose their zone, and SHOW PARTITIONS and DROP PARTITION are errors,
    which cleaning and what repairs a dead run need. They are asked for once in a run. -#}
{% macro _refuse_session_settings(relation) %}
    {% set known = daybook._known_in_this_run() %}
    {% if "problem_of_session" not in known %}
        {% do known.update({"problem_of_session": daybook._problem_of_session()}) %}
    {% endif %}
    {% if known.problem_of_session %}
        {% call daybook.refuse(relation) %} {{ known.problem_of_session }} {% endcall %}
    {% endif %}
{% endmacro %}

{#- What is wrong with them, and what to do; empty if all are right. -#}
{% macro _problem_of_session() %}
    {% set query %}
        select length('\''), typeof(cast(null as timestamp)) as daybook_type
    {% endset %}
    {% set quote, type = run_query(query)[0] %}
    {% set misread = "read values in another way" %}
    {% set parser = "spark.sql.parser.escapedStringLiterals" %}
    {% set managed = "spark.sql.hive.manageFilesourcePartitions" %}
    {% set is_unmanaged = daybook._setting(managed) | lower == "false" %}
    {% for is_wrong, name, value, what in (
        (quote != 1, parser, "false", misread),
        (type != "timestamp", "spark.sql.timestampType", "TIMESTAMP_LTZ", misread),
        (is_unmanaged, managed, "true", "neither list nor drop partitions"),
    ) if is_wrong %}
        {% set problem %}
            with {{ name }} as this session has it, Spark would {{ what }}: set it to {{ value }} for
            dbt's sessions (server_side_parameters in the profile)
        {% endset %}
        {% do return(problem) %}
    {% endfor %}
    {% do return("") %}
{% endmacro %}

{#- Names and values are in backticks, so that SET bears a comment behind it, as dbt's query-comment
    may append one. -#}
{% macro _setting(name) %}
    {% do return(run_query("set `" ~ name ~ "`")[0][1]) %}
{% endmacro %}

{#- <undefined> is what SET says of a setting that has no value. -#}
{% macro _set_session(settings) %}
    {% for setting, value in settings.items() %}
        {% call daybook._execute() %}
            {% if value == "<undefined>" %} reset `{{ setting }}`
            {% else %} set `{{ setting }}` = `{{ value }}`
            {% endif %}
        {% endcall %}
    {% endfor %}
{% endmacro %}
