{#-
    The working days from one date of a row to another, as the difference of a calendar's
    running counts: the joins that look them up. Of several calendars, a column picks one.
    args: {calendar, calendar_name}; without a calendar there is no join.
-#}
{% macro _joined_with_calendar(rows, args, from_date, to_date) %}
    {%- set key = args.calendar_name ~ ", " if args.calendar_name else "" -%}
    {%- set dates = {"daybook_from": from_date, "daybook_to": to_date} %}
    {%- for side, date in dates.items() if args.calendar %}
        left join
            (
                select
                    {{ key }} date_day,
                    if(
                        count(*) > 1,
                        raise_error(
                            concat(
                                'daybook: {{ this }}: {{ args.calendar }} has several rows for ',
                                date_day,
                                ': leave one for each day, or name in calendar_name the'
                                ' column that tells several calendars apart'
                            )
                        ),
                        max(working_days)
                    ) as working_days
                from {{ args.calendar }}
                group by {{ key }} date_day
            ) as {{ side }}
            on {{ rows }}.{{ date }} = {{ side }}.date_day
            {%- if args.calendar_name %}
                and {{ rows }}.{{ args.calendar_name }}
                = {{ side }}.{{ args.calendar_name }}
            {%- endif %}
    {%- endfor %}
{% endmacro %}

{#- SQL for their number. A row for which the calendar has no answer is an error, unless it
    is one that needs none. -#}
{% macro _working_days(rows, args, from_date, to_date, unless="false") %}
    coalesce(
        daybook_to.working_days - daybook_from.working_days,
        if(
            {{ unless }},
            0,
            raise_error(
                concat(
                    'daybook: {{ this }}: {{ args.calendar }} has no row for one of ',
                    {{ rows }}.{{ from_date }},
                    ' and ',
                    {{ rows }}.{{ to_date }},
                    {% if args.calendar_name -%}
                        ' of {{ args.calendar_name }} ',
                        coalesce({{ rows }}.{{ args.calendar_name }}, 'NULL'),
                        ': let it begin earlier or end later, or add that calendar'
                    {%- else -%} ': let it begin earlier or end later'
                    {%- endif %}
                )
            )
        )
    )
{% endmacro %}

{% macro _rules_of_calendar() %}
    {% do return(
        {
            "calendar": {},
            "calendar_name": {
                "names": "one",
                "plain": true,
                "goes_with": {"calendar": true},
            },
        }
    ) %}
{% endmacro %}

{#- The column that picks a calendar must be in the entries, for a row to be taken back. -#}
{% macro _check_calendar_name(args) %}
    {% if args.calendar_name and args.calendar_name not in args.dimensions %}
        {% call daybook._refuse_option(this, "calendar_name", args.calendar_name) %}
            name one of the dimensions: {{ args.dimensions | join(", ") or "there are none" }}
        {% endcall %}
    {% endif %}
{% endmacro %}
