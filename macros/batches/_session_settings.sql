{#- Settings of a session that change what SQL says: quoted values would keep their backslashes, and
    times would lose their zone. They are asked for once in a run. -#}
{% macro _refuse_session_settings(relation) %}
    {% set known = daybook._known_in_this_run() %}
    {% if "misread" not in known %}
        {% set query %}
            select length('\''), typeof(cast(null as timestamp)) as daybook_type
        {% endset %}
        {% set quote, type = run_query(query)[0] %}
        {% set misread = (
            ["spark.sql.parser.escapedStringLiterals", "false"]
            if quote != 1
            else (
                ["spark.sql.timestampType", "TIMESTAMP_LTZ"]
                if type != "timestamp"
                else []
            )
        ) %}
        {% do known.update({"misread": misread}) %}
    {% endif %}
    {% if known.misread %}
        {% set name, value = known.misread %}
        {% call daybook._refuse(relation) %}
            with {{ name }} as this session has it, Spark would read values in another way: set it to
            {{ value }} for dbt's sessions (server_side_parameters in the profile)
        {% endcall %}
    {% endif %}
{% endmacro %}
