{#-
    The working days from one date of a row to another, as the difference of a calendar's
    running counts: the joins that look them up. Of several calendars, a column picks one.
-#}
{% macro _joined_with_calendar(rows, calendar, calendar_name, from_date, to_date) %}
    {%- for side, date in {"from_day": from_date, "to_day": to_date}.items() %}
        left join
            (
                select
                    {{ calendar_name ~ ", " if calendar_name }} date_day,
                    if(
                        count(*) > 1,
                        raise_error(
                            concat(
                                'daybook: {{ this }}: {{ calendar }} has several rows for ',
                                date_day,
                                ': leave one for each day, or name in calendar_name the'
                                ' column that tells several calendars apart'
                            )
                        ),
                        max(working_days)
                    ) as working_days
                from {{ calendar }}
                group by {{ calendar_name ~ ", " if calendar_name }} date_day
            ) as {{ side }}
            on {{ rows }}.{{ date }} = {{ side }}.date_day
            {%- if calendar_name %}
                and {{ rows }}.{{ calendar_name }} = {{ side }}.{{ calendar_name }}
            {%- endif %}
    {%- endfor %}
{% endmacro %}

{#- SQL for their number. A row for which the calendar has no answer is an error, unless it
    is one that needs none. -#}
{% macro _working_days(
    rows, calendar, calendar_name, from_date, to_date, unless="false"
) %}
    coalesce(
        to_day.working_days - from_day.working_days,
        if(
            {{ unless }},
            0,
            raise_error(
                concat(
                    'daybook: {{ this }}: {{ calendar }} has no row for one of ',
                    {{ rows }}.{{ from_date }},
                    ' and ',
                    {{ rows }}.{{ to_date }},
                    {% if calendar_name -%}
                        ' of {{ calendar_name }} ',
                        coalesce({{ rows }}.{{ calendar_name }}, 'NULL'),
                        ': let it begin earlier or end later, or add that calendar'
                    {%- else -%} ': let it begin earlier or end later'
                    {%- endif %}
                )
            )
        )
    )
{% endmacro %}

{#- The column that picks a calendar must be in the entries, for a row to be taken back. -#}
{% macro _check_calendar_name(calendar, calendar_name, dimensions) %}
    {% if calendar_name and not calendar %}
        {% do daybook._bad_option(
            this, "calendar_name", calendar_name, "name the calendar too"
        ) %}
    {% elif calendar_name and calendar_name not in dimensions %}
        {% do daybook._bad_option(
            this,
            "calendar_name",
            calendar_name,
            "name one of the dimensions: "
            ~ (dimensions | join(", ") or "there are none"),
        ) %}
    {% endif %}
{% endmacro %}
