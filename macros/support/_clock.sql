{#- Times in UTC, of the machine that dbt runs on. -#}
{% macro _now() %}
    {% set now = modules.datetime.datetime.now(modules.pytz.utc) %}
    {% do return(now.strftime("%Y-%m-%d %H:%M:%S")) %}
{% endmacro %}

{% macro _epoch_now() %}
    {% do return(modules.datetime.datetime.now(modules.pytz.utc).timestamp() | int) %}
{% endmacro %}
