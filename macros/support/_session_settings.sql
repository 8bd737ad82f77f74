{#- Settings of a session with which a model cannot be written: quoted values would keep their
    backslashes, times would lose their zone, and SHOW PARTITIONS and DROP PARTITION are errors, which
    cleaning and what repairs a dead run need. They are asked for once in a run. -#}
{% macro _refuse_session_settings(relation) %}
    {% set known = daybook._known_in_this_run() %}
    {% if "wrong_setting" not in known %}
        {% do known.update({"wrong_setting": daybook._wrong_setting()}) %}
    {% endif %}
    {% if known.wrong_setting %}
        {% set name, value, what = known.wrong_setting %}
        {% call daybook.refuse(relation) %}
            with {{ name }} as this session has it, Spark would {{ what }}: set it to {{ value }} for
            dbt's sessions (server_side_parameters in the profile)
        {% endcall %}
    {% endif %}
{% endmacro %}

{#- [setting, the value that it has to have, what follows from the one it has]; none if all are right. -#}
{% macro _wrong_setting() %}
    {% set query %}
        select length('\''), typeof(cast(null as timestamp)) as daybook_type
    {% endset %}
    {% set quote, type = run_query(query)[0] %}
    {% set misread = "read values in another way" %}
    {% set parser = "spark.sql.parser.escapedStringLiterals" %}
    {% set managed = "spark.sql.hive.manageFilesourcePartitions" %}
    {% if quote != 1 %} {% do return([parser, "false", misread]) %}
    {% elif type != "timestamp" %}
        {% do return(["spark.sql.timestampType", "TIMESTAMP_LTZ", misread]) %}
    {% elif daybook._setting(managed) | lower == "false" %}
        {% do return([managed, "true", "neither list nor drop partitions"]) %}
    {% endif %}
    {% do return(none) %}
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
