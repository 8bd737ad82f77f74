{#-
    A time as a timestamp without zone, in the zone of the variable daybook_time_zone, whatever
    the session's zone is. What carries no zone stays as written.

        '2015-09-01 12:31:00'            →  2015-09-01 12:31:00
        '2015-09-01T12:31:00+02:00'      →  2015-09-01 10:31:00   (daybook_time_zone: UTC)
        '2015-09-01 12:31:00 Asia/Tokyo' →  2015-09-01 03:31:00
        '2015-09', 'soon'                →  NULL, for the checks to count
-#}
{% macro local_timestamp(expression) %}
    {%- set without_zone -%} try_cast({{ expression }} as timestamp_ntz) {%- endset -%}
    {{ daybook._by_zone(expression, daybook._in_our_zone(expression), without_zone) }}
{% endmacro %}

{#-
    One SQL for a timestamp or a text with a zone, another for what has none; NULL for a text
    that does not begin with a day. After the day and its T or blank, a time has digits, colons
    and points: a letter or a sign can only be that of a zone. The cast says whether it is one.
-#}
{% macro _by_zone(expression, with_zone, without_zone) %}
    {%- set text -%} cast({{ expression }} as string) {%- endset -%}
    {%- set day = "^[^0-9+-]*[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}" -%}
    case
        when
            typeof({{ expression }}) = 'timestamp'
            or {{ text }} rlike '{{ day }}[ T][^A-Za-z+-]*[A-Za-z+-]'
        then {{ with_zone }}
        when {{ text }} rlike '{{ day }}'
        then {{ without_zone }}
    end
{% endmacro %}

{#- A timestamp, or text with a zone, as it is written in the project's zone. -#}
{% macro _in_our_zone(expression) %}
    convert_timezone(
        'UTC', {{ daybook._our_zone() }}, {{ daybook._in_utc(expression) }}
    )
{% endmacro %}

{#- The same in UTC. The way through microseconds since 1970 spares the hour that the session's
    zone has twice a year. To timestampadd, Spark 3 gives microseconds as an int, and what does
    not fit into one is cut. -#}
{% macro _in_utc(expression) %}
    timestamp_ntz '1970-01-01 00:00:00' + make_dt_interval(
        0,
        0,
        0,
        cast(
            cast(unix_micros(try_cast({{ expression }} as timestamp)) as decimal(20, 0))
            * 0.000001 as decimal(18, 6)
        )
    )
{% endmacro %}

{% macro _our_zone() %}
    {% do return(daybook.quoted_text(var("daybook_time_zone", "UTC"))) %}
{% endmacro %}
