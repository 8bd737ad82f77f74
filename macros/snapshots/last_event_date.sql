{#-
    The last date of the whole input, as a scalar query: of all accepted events, those that
    change nothing included. Only the last published month is read.
-#}
{% macro last_event_date(events, occurred_at, month="event_month") %}
    {%- set last_month = none -%}
    {%- if execute and not events.is_cte and model.resource_type != "unit_test" -%}
        {%- set log = daybook._read_log(events) -%}
        {%- set state = daybook._state(log, log.flipped) -%}
        {%- set months = [] -%}
        {%- for partition, ids in state.pointer.items() if ids -%}
            {%- do months.append(fromjson(partition)[0]) -%}
        {%- endfor -%}
        {%- set last_month = months | max if months else none -%}
    {%- endif -%}
    {%- set query -%}
        (select max(cast({{ occurred_at }} as date)) from {{ events }}
        {%- if last_month %} where {{ month }} = '{{ last_month }}'{% endif %})
    {%- endset -%}
    {%- do return(query) -%}
{% endmacro %}
