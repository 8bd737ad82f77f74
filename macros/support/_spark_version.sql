{#- The first two numbers of the server's version, as [4, 2]. -#}
{% macro _spark_version() %}
    {% set version = run_query("select version()")[0][0] %}
    {% do return(modules.re.findall("[0-9]+", version)[:2] | map("int") | list) %}
{% endmacro %}
