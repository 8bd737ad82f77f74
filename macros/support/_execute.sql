{#-
    A statement that has no rows to give, as a block: PyHive cannot fetch what Spark 3 returns
    then.

        {% call daybook._execute() %} drop view {{ relation }} {% endcall %}
-#}
{% macro _execute() %}
    {% set sql = caller() %}
    {% call statement("daybook_execute", auto_begin=false) %} {{ sql }} {% endcall %}
{% endmacro %}
