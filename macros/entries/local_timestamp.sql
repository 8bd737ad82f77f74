{#-
    A time as a timestamp without zone, in the zone of the variable daybook_time_zone, whatever
    the session's zone is. What carries no zone stays as written. The way through microseconds
    since 1970 spares the hour that the session's zone has twice a year.

        '2015-09-01 12:31:00'            →  2015-09-01 12:31:00
        '2015-09-01T12:31:00+02:00'      →  2015-09-01 10:31:00   (daybook_time_zone: UTC)
        '2015-09-01 12:31:00 Asia/Tokyo' →  2015-09-01 03:31:00
        '2015-09', 'soon'                →  NULL, for the checks to count
-#}
{% macro local_timestamp(expression) %}
    {%- set text = "cast(" ~ expression ~ " as string)" %}
    case
        when
            typeof({{ expression }}) = 'timestamp'
            or {{ text }} rlike '[0-9]:[0-9]{2}(:[0-9.]+)? ?(Z|[A-Za-z]|[+-][0-9])'
        then {{ daybook._in_our_zone(expression) }}
        when {{ text }} rlike '^ *[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}'
        then try_cast({{ expression }} as timestamp_ntz)
    end
{% endmacro %}

{#- A timestamp, or text with a zone, as it is written in the project's zone. To timestampadd,
    Spark 3 gives microseconds as an int, and what does not fit into one is cut. -#}
{% macro _in_our_zone(expression) %}
    convert_timezone(
        'UTC',
        '{{ var("daybook_time_zone", "UTC") }}',
        timestamp_ntz '1970-01-01 00:00:00' + make_dt_interval(
            0,
            0,
            0,
            cast(
                cast(
                    unix_micros(try_cast({{ expression }} as timestamp)) as decimal(
                        20, 0
                    )
                )
                * 0.000001 as decimal(18, 6)
            )
        )
    )
{% endmacro %}
