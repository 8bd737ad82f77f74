{#-
    One row per day, both ends included, with a running count of working days: the working
    days between two dates are the difference of their counts, without a window over the days.

        date_day    day_name   is_working_day  working_days
        2015-09-04  Friday     true            4
        2015-09-05  Saturday   false           4
        2015-09-07  Monday     true            5

    Several calendars are one relation, told apart by a column: a row per calendar and day.
-#}
{% macro calendar(
    start_date,
    end_date,
    holidays=none,
    weekend=none,
    calendar_name=none,
    calendars=none
) %}
    {%- if not execute -%} {%- do return("") -%} {%- endif -%}
    {%- set given = {
        "weekend": weekend,
        "calendar_name": calendar_name,
        "calendars": calendars,
    } -%}
    {%- set rules = {
        "weekend": {"default": ["Saturday", "Sunday"], "texts": true},
        "calendar_name": {
            "names": "one",
            "plain": true,
            "goes_with": {"calendars": true},
        },
        "calendars": {
            "like": "{'EG': ['Friday', 'Saturday']}",
            "goes_with": {"calendar_name": true},
        },
    } -%}
    {%- set args = daybook.checked_arguments(this, "calendar", given, rules) -%}
    {%- for name, day in (("start_date", start_date), ("end_date", end_date))
        if not daybook.is_value_of_type("date", day) -%}
        {%- call daybook.refuse_option(this, name, day) -%}
            give a day, such as 2015-09-01
        {%- endcall -%}
    {%- endfor -%}
    {%- set option = "calendars" if calendars else "weekend" -%}
    {%- set key = calendar_name ~ ", " if calendar_name else "" %}

    with

        calendars as (

            select *
            from
            values
                {% for name, days_off in (calendars or {none: args.weekend}).items() -%}
                    (
                        {{ daybook.quoted_text(name) ~ ", " if calendars }}
                        {{ daybook._days_off(days_off, option, args[option]) }}
                    ){{ "," if not loop.last }}
                {%- endfor %} as ({{ key }}daybook_days_off)

        ),

        days as (

            select
                {{ key }}
                daybook_days_off,
                explode(
                    sequence(
                        date {{ daybook.quoted_text(start_date) }},
                        date {{ daybook.quoted_text(end_date) }}
                    )
                ) as date_day
            from calendars

        ),

        holidays as (

            {% if holidays -%}
                select distinct
                    {{ key }}
                    coalesce(
                        if(
                            typeof(holiday_date) = 'timestamp',
                            cast({{ daybook._in_our_zone("holiday_date") }} as date),
                            try_cast(holiday_date as date)
                        ),
                        raise_error(
                            concat(
                                'daybook: {{ this }}: a holiday_date is no date: ',
                                coalesce(cast(holiday_date as string), 'NULL'),
                                '. Write it like 2015-12-25, or leave its row out'
                            )
                        )
                    ) as date_day,
                    true as daybook_is_holiday
                from {{ holidays }}
            {%- else -%}
                select {{ key }} date_day, true as daybook_is_holiday
                from days
                where false
            {%- endif %}

        ),

        flagged as (

            select
                *,
                not array_contains(daybook_days_off, weekday(date_day))
                and daybook_is_holiday is null as is_working_day
            from days
            left join holidays using ({{ key }} date_day)

        )

    select
        {{ key }}
        date_day,
        cast(date_format(date_day, 'yyyyMMdd') as int) as date_tk,
        is_working_day,
        daybook_is_holiday is not null as is_holiday,
        cast(
            count_if(is_working_day) over (
                {% if calendar_name %}partition by {{ calendar_name }} {% endif %}
                order by date_day
                rows unbounded preceding
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
