{#-
    Rows with age_working_days: the working days from one of their dates to another, as the
    difference of a calendar's running counts. Of several calendars, a column picks one. A row
    for which the calendar has no answer is an error, unless it is one that needs none. Without a
    calendar the rows are as they are.

    args: {calendar, calendar_name}
-#}
{% macro _with_working_days(rows, args, from_date, to_date, unless="false") %}
    {%- set key = args.calendar_name ~ ", " if args.calendar_name else "" -%}
    {%- set dates = {"daybook_from": from_date, "daybook_to": to_date} %}
    {%- if not args.calendar -%} {{ rows }}
    {%- else -%}
        (
            select
                {{ rows }}.*,
                coalesce(
                    daybook_to.working_days - daybook_from.working_days,
                    if(
                        {{ unless }},
                        0,
                        raise_error(
                            concat(
                                'daybook: {{ this }}: {{ args.calendar }} has no row for one of ',
                                {{ from_date }},
                                ' and ',
                                {{ to_date }},
                                {% if args.calendar_name -%}
                                    ' of {{ args.calendar_name }} ',
                                    coalesce(
                                        {{ rows }}.{{ args.calendar_name }}, 'NULL'
                                    ),
                                    ': let it begin earlier or end later, or add that calendar'
                                {%- else -%} ': let it begin earlier or end later'
                                {%- endif %}
                            )
                        )
                    )
                ) as age_working_days
            from {{ rows }}
            {%- for side, date in dates.items() %}
                left join
                    ({{ daybook._counted_days(args.calendar, key) }}) as {{ side }}
                    on {{ rows }}.{{ date }} = {{ side }}.date_day
                    {%- if args.calendar_name %}
                        and {{ rows }}.{{ args.calendar_name }}
                        = {{ side }}.{{ args.calendar_name }}
                    {%- endif %}
            {%- endfor %}
        )
    {%- endif %}
{% endmacro %}

{#- The running counts of a calendar. Two rows of a day would count entries twice. -#}
{% macro _counted_days(calendar, key) %}
    select
        {{ key }} date_day,
        if(
            count(*) > 1,
            raise_error(
                concat(
                    'daybook: {{ this }}: {{ calendar }} has several rows for ',
                    date_day,
                    ': leave one for each day, or name in calendar_name the column that tells'
                    ' several calendars apart'
                )
            ),
            max(working_days)
        ) as working_days
    from {{ calendar }}
    group by {{ key }} date_day
{% endmacro %}
