{#-
    One row per day, both ends included, with a running count of working days: the working
    days between two dates are the difference of their counts, without a window over the days.

        date_day    day_name   is_working_day  working_days
        2015-09-04  Friday     true            4
        2015-09-05  Saturday   false           4
        2015-09-07  Monday     true            5
-#}
{% macro calendar(
    start_date, end_date, holidays=none, weekend=["Saturday", "Sunday"]
) %}
    {%- set days = [
        "Monday",
        "Tuesday",
        "Wednesday",
        "Thursday",
        "Friday",
        "Saturday",
        "Sunday",
    ] -%}
    {%- for day in weekend if day not in days -%}
        {%- do exceptions.raise_compiler_error(
            "daybook: calendar: weekend="
            ~ day
            ~ " is no day; name some of "
            ~ days
            | join(", ")
        ) -%}
    {%- endfor %}

    with

        days as (

            select
                explode(
                    sequence(date '{{ start_date }}', date '{{ end_date }}')
                ) as date_day

        ),

        holidays as (

            {% if holidays -%}
                select distinct cast(holiday_date as date) as date_day
                from {{ holidays }}
            {%- else -%}select cast(null as date) as date_day where false
            {%- endif %}

        ),

        flagged as (

            select
                days.date_day,
                weekday(days.date_day)
                not in ({%- for day in weekend %}{{ days.index(day) }}, {% endfor %} -1)
                and holidays.date_day is null as is_working_day,
                holidays.date_day is not null as is_holiday
            from days
            left join holidays on days.date_day = holidays.date_day

        )

    select
        date_day,
        cast(date_format(date_day, 'yyyyMMdd') as int) as date_tk,
        is_working_day,
        is_holiday,
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

{% endmacro %}
