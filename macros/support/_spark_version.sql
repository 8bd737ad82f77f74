{#- The version of the server as numbers, such as [4, 2, 0]. -#}
{% macro spark_version() %}
    {% set known = daybook._known_in_this_run() %}
    {% if "version" not in known %}
        {% do known.update({"version": run_query("select version()")[0][0]}) %}
    {% endif %}
    {% set found = modules.re.findall("[0-9]+", known.version) %}
    {% do return(found[:3] | map("int") | list) %}
{% endmacro %}
