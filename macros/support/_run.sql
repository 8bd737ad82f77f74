{#- A statement that has no rows to give: PyHive cannot fetch what Spark 3 returns then. -#}
{% macro _run(sql) %}
    {% call statement("daybook_run", auto_begin=false) %} {{ sql }} {% endcall %}
{% endmacro %}
