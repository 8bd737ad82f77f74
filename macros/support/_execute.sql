{#-
    A statement that has no rows to give, as a block: PyHive cannot fetch what Spark 3 returns
    then.

        {% call daybook._execute() %} drop view {{ relation }} {% endcall %}
-#}
{% macro _execute() %}
    {% set sql = caller() %}
    {% call statement("daybook_execute", auto_begin=false) %} {{ sql }} {% endcall %}
{% endmacro %}

{#- The rows of a query whose one column is JSON: agate would otherwise guess types and
    turn the text 007 into the number 7. -#}
{% macro _json_rows(query) %}
    {% set rows = [] %}
    {% for row in run_query(query) %}
        {% do rows.append(fromjson(row[0])) %}
    {% endfor %}
    {% do return(rows) %}
{% endmacro %}
