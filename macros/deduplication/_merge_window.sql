{#-
    The days that stay, and what the snapshot and the published rows have outside of them:

        first_day   the first day that stays; none if no day leaves the window
        type        of the day
        expired     the last published day before the window; none if there is none
        rows        how many rows of the snapshot are in the window
-#}
{% macro _window_of_merge(arguments, columns, snapshot, published) %}
    {% set posted_days = [] %}
    {% for partition, ids in published.pointer.items() if ids %}
        {% do posted_days.extend(fromjson(partition)[:1]) %}
    {% endfor %}
    {% set window = {"first_day": none, "expired": none, "rows": snapshot.rows} %}
    {% set days = snapshot.days | map(attribute="day") | list + posted_days %}
    {% set has_window = (
        arguments.window_days is not none
        or arguments.window_start is not none
    ) %}
    {% if not (has_window and days) %} {% do return(window) %} {% endif %}
    {% set type = daybook._type_of(arguments.day, columns) %}
    {% set first_day = daybook._first_day_of_window(arguments, type, days) %}
    {% set window = dict(window, first_day=first_day, type=type) %}
    {% set expired, rows = [], [] %}
    {% for day in posted_days if not daybook._is_in_window(day, window) %}
        {% do expired.append(day) %}
    {% endfor %}
    {% for each in snapshot.days if daybook._is_in_window(each.day, window) %}
        {% do rows.append(each.rows) %}
    {% endfor %}
    {% if rows | sum < snapshot.rows %}
        {% call daybook._tell(this) %}
            {{ snapshot.rows - rows | sum }} rows of the snapshot are from before {{ first_day }},
            where the window begins, and were left out
        {% endcall %}
    {% endif %}
    {% do return(
        dict(
            window,
            expired=daybook._highest(expired, type),
            rows=rows | sum,
        )
    ) %}
{% endmacro %}

{% macro _is_in_window(day, window) %}
    {% do return(
        window.first_day is none
        or daybook._sortable(day, window.type)
        >= daybook._sortable(window.first_day, window.type)
    ) %}
{% endmacro %}

{#- SQL of the first day that stays; none without a window. -#}
{% macro _start_of_window(arguments, newest) %}
    {% set start = arguments.window_start %}
    {% if arguments.window_days is not none %}
        {% do return("date_sub(" ~ newest ~ ", " ~ arguments.window_days ~ ")") %}
    {% elif start is none or start is number or (start | string).startswith("(") %}
        {% do return(start) %}
    {% endif %}
    {% do return(daybook._quoted(start)) %}
{% endmacro %}

{% macro _first_day_of_window(arguments, type, days) %}
    {% set newest = daybook._highest(days, type) %}
    {% if arguments.window_days is not none %}
        {% if type != "date" %}
            {% call daybook._refuse_option(
                this, "window_days", arguments.window_days
            ) %}
                {{ arguments.day }} is a {{ type }}, and days are counted of a date: give
                window_start instead
            {% endcall %}
        {% endif %}
        {% set zone = var("daybook_time_zone", "UTC") %}
        {% set now = run_started_at.astimezone(modules.pytz.timezone(zone)) %}
        {% set today = daybook._sortable(now.strftime("%Y-%m-%d"), type) %}
        {% if daybook._sortable(newest, type) > today %}
            {% call daybook._refuse(this) %}
                its newest {{ arguments.day }}, {{ newest }}, is in the future ({{ zone }}):
                window_days={{ arguments.window_days }} counts from there, and days would expire
                before their time. Leave such rows out, or give window_start instead. Nothing was
                written
            {% endcall %}
        {% endif %}
    {% endif %}
    {% set newest = "date" ~ daybook._quoted(newest) %}
    {% set query %}
        select to_json(array(string(
            cast({{ daybook._start_of_window(arguments, newest) }} as {{ type }})
        )))
    {% endset %}
    {% set first_day = daybook._json_rows(query)[0][0] %}
    {% if first_day is none %}
        {% call daybook._refuse_option(this, "window_start", arguments.window_start) %}
            it evaluates to NULL
        {% endcall %}
    {% endif %}
    {% do return(first_day) %}
{% endmacro %}
