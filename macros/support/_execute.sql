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
    turn the text 007 into the number 7. once: one answer does for all models of the run. -#}
{% macro json_rows(query, once=false) %}
    {% set asked = daybook._known_in_this_run().asked if once else {} %}
    {% if query in asked %} {% do return(asked[query]) %} {% endif %}
    {% set rows = [] %}
    {% for row in run_query(query) %}
        {% do rows.append(fromjson(row[0])) %}
    {% endfor %}
    {% do asked.update({query: rows}) %}
    {% do return(rows) %}
{% endmacro %}
