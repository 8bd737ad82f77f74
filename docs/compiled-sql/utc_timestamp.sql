-- analyses/times_in_utc.sql
select
    issue_id,
    case
        when
            typeof(event_at) = 'timestamp'
            or cast(event_at as string)
            rlike '^[^0-9+-]*[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}[ T][^A-Za-z+-]*[A-Za-z+-]'
        then
            timestamp_ntz '1970-01-01 00:00:00' + make_dt_interval(
                0,
                0,
                0,
                cast(
                    cast(unix_micros(try_cast(event_at as timestamp)) as decimal(20, 0))
                    * 0.000001 as decimal(18, 6)
                )
            )

        when cast(event_at as string) rlike '^[^0-9+-]*[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}'
        then convert_timezone('UTC', 'UTC', try_cast(event_at as timestamp_ntz))
    end as event_at_utc
from analytics.issue_events
