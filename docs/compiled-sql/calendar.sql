-- models/dim_date.sql
with

    calendars as (

        select * from values (cast(array(5, 6) as array<int>)) as (daybook_days_off)

    ),

    days as (

        select

            daybook_days_off,
            explode(sequence(date '2015-01-01', date '2015-12-31')) as date_day
        from calendars

    ),

    holidays as (

        select distinct

            coalesce(
                if(
                    typeof(holiday_date) = 'timestamp',
                    cast(
                        convert_timezone(
                            'UTC',
                            'UTC',
                            timestamp_ntz '1970-01-01 00:00:00' + make_dt_interval(
                                0,
                                0,
                                0,
                                cast(
                                    cast(
                                        unix_micros(
                                            try_cast(holiday_date as timestamp)
                                        ) as decimal(20, 0)
                                    )
                                    * 0.000001 as decimal(18, 6)
                                )
                            )

                        ) as date
                    ),
                    try_cast(holiday_date as date)
                ),
                raise_error(
                    concat(
                        'daybook: analytics.dim_date: a holiday_date is no date: ',
                        coalesce(cast(holiday_date as string), 'NULL'),
                        '. Write it like 2015-12-25, or leave its row out'
                    )
                )
            ) as date_day,
            true as daybook_is_holiday
        from analytics.holidays

    ),

    flagged as (

        select
            *,
            not array_contains(daybook_days_off, weekday(date_day))
            and daybook_is_holiday is null as is_working_day
        from days
        left join holidays using (date_day)

    )

select

    date_day,
    cast(date_format(date_day, 'yyyyMMdd') as int) as date_tk,
    is_working_day,
    daybook_is_holiday is not null as is_holiday,
    cast(
        count_if(is_working_day) over (

            order by date_day rows unbounded preceding
        ) as int
    ) as working_days,
    year(date_day) as year,
    quarter(date_day) as quarter,
    month(date_day) as month,
    date_format(date_day, 'yyyy-MM') as year_month,
    extract(yearofweek from date_day) as iso_year,
    extract(week from date_day) as iso_week,
    weekday(date_day) + 1 as iso_day_of_week,
    date_format(date_day, 'EEEE') as day_name,
    date_format(date_day, 'MMMM') as month_name,
    weekday(date_day) = 6 as is_week_end,
    date_day = last_day(date_day) as is_month_end,
    date_day = last_day(date_day)
    and month(date_day) in (3, 6, 9, 12) as is_quarter_end,
    date_day = last_day(date_day) and month(date_day) = 12 as is_year_end
from flagged
