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
    weekend=["Saturday", "Sunday"],
    calendar_name=none,
    calendars=none
) %}
    {%- if not execute -%} {%- do return("") -%} {%- endif -%}
    {%- do daybook._check_calendars(calendar_name, calendars) -%}
    {%- do daybook._check_plain_names(this, {"calendar_name": calendar_name}) -%}
    {%- set key = calendar_name ~ ", " if calendar_name else "" %}

    with

        calendars as (

            select *
            from
            values
                {% for name, days_off in (calendars or {none: weekend}).items() -%}
                    (
                        {{ daybook._quoted(name) ~ ", " if calendars }}
                        cast({{ daybook._days_off(days_off) }} as array<int>)
                    ){{ "," if not loop.last }}
                {%- endfor %} as ({{ key }}days_off)

        ),

        days as (

            select
                {{ key }}
                days_off,
                explode(
                    sequence(
                        date {{ daybook._quoted(start_date) }},
                        date {{ daybook._quoted(end_date) }}
                    )
                ) as date_day
            from calendars

        ),

        holidays as (

            {% if holidays -%}
                select distinct
                    {{ key }}
                    coalesce(
                        try_cast(holiday_date as date),
                        raise_error(
                            concat(
                                'daybook: {{ this }}: a holiday_date is no date: ',
                                coalesce(cast(holiday_date as string), 'NULL')
                            )
                        )
                    ) as date_day,
                    true as is_holiday
                from {{ holidays }}
            {%- else -%}
                select {{ key }} date_day, true as is_holiday from days where false
            {%- endif %}

        ),

        flagged as (

            select
                *,
                not array_contains(days_off, weekday(date_day))
                and is_holiday is null as is_working_day
            from days
            left join holidays using ({{ key }} date_day)

        )

    select
        {{ key }}
        date_day,
        cast(date_format(date_day, 'yyyyMMdd') as int) as date_tk,
        is_working_day,
        is_holiday is not null as is_holiday,
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

{% macro _check_calendars(calendar_name, calendars) %}
    {% if (calendar_name is none) != (not calendars) %}
        {% do daybook._raise(
            this,
            "calendar_name="
            ~ calendar_name
            ~ " and calendars="
            ~ calendars
            ~ " go together: name the column that tells calendars apart, and the"
            ~ " weekend of each, as in calendar_name='country',"
            ~ " calendars={'DE': ['Saturday', 'Sunday'], 'EG': ['Friday', 'Saturday']}",
        ) %}
    {% endif %}
{% endmacro %}

{#- SQL for the days of the week on which nobody works: 0 is Monday. -#}
{% macro _days_off(weekend) %}
    {% set days = [
        "Monday",
        "Tuesday",
        "Wednesday",
        "Thursday",
        "Friday",
        "Saturday",
        "Sunday",
    ] %}
    {% set numbers = [] %}
    {% for day in weekend %}
        {% if day not in days %}
            {% do daybook._bad_option(
                this, "weekend", day, "name some of " ~ days | join(", ")
            ) %}
        {% endif %}
        {% do numbers.append(days.index(day)) %}
    {% endfor %}
    {% do return("array(" ~ numbers | join(", ") ~ ")") %}
{% endmacro %}
