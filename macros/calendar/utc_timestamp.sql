{#-
    A time as a timestamp without zone, in UTC: what orders events, also in the hour that comes
    twice at the end of summer time. What carries no zone is a time of daybook_time_zone.

        '2024-11-03T05:50:00Z'  →  2024-11-03 05:50:00   (here, New York, 01:50:00)
        '2024-11-03T06:10:00Z'  →  2024-11-03 06:10:00   (here, New York, 01:10:00)
        '2024-11-03 03:00:00'   →  2024-11-03 08:00:00
-#}
{% macro utc_timestamp(expression) %}
    {%- set without_zone -%}
        convert_timezone(
            {{ daybook._our_zone() }}, 'UTC', try_cast({{ expression }} as timestamp_ntz)
        )
    {%- endset -%}
    {{ daybook._by_zone(expression, daybook._in_utc(expression), without_zone) }}
{% endmacro %}
