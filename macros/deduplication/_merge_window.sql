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
    {% set window = {
        "first_day": none,
        "type": none,
        "expired": none,
        "rows": snapshot.rows,
    } %}
    {% set days = snapshot.days | map(attribute="day") | list + posted_days %}
    {% if arguments.window is none or not days %} {% do return(window) %} {% endif %}
    {% set type = daybook._type_of(arguments.day, columns) %}
    {% set first_day = daybook._first_day_of_window(arguments, type, days) %}
    {% set window = dict(window, first_day=first_day, type=type) %}
    {% set expired, rows = [], [] %}
    {% for day in posted_days if not daybook._is_from(day, window.first_day, window.type) %}
        {% do expired.append(day) %}
    {% endfor %}
    {% for each in snapshot.days if daybook._is_from(each.day, window.first_day, window.type) %}
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

{#- SQL of the first day that stays; none without a window. -#}
{% macro _start_of_window(arguments, newest) %}
    {% if arguments.window is none %} {% do return(none) %} {% endif %}
    {% set days, start = arguments.window.days, arguments.window.start %}
    {% if days is not none %} {% do return("date_sub(" ~ newest ~ ", " ~ days ~ ")") %}
    {% elif start is number or (start | string).startswith("(") %}
        {% do return(start) %}
    {% endif %}
    {% do return(daybook._quoted(start)) %}
{% endmacro %}

{% macro _first_day_of_window(arguments, type, days) %}
    {% set newest = daybook._highest(days, type) %}
    {% set counted = arguments.window.days %}
    {% if counted is not none %}
        {% if type != "date" %}
            {% call daybook._refuse_option(this, "window.days", counted) %}
                {{ arguments.day }} is a {{ type }}, and days are counted of a date: give
                window.start instead
            {% endcall %}
        {% endif %}
        {% set zone = var("daybook_time_zone", "UTC") %}
        {% set now = run_started_at.astimezone(modules.pytz.timezone(zone)) %}
        {% if not daybook._is_from(now.strftime("%Y-%m-%d"), newest, type) %}
            {% call daybook._refuse(this) %}
                its newest {{ arguments.day }}, {{ newest }}, is in the future ({{ zone }}):
                window.days={{ counted }} counts from there, and days would expire before their
                time. Leave such rows out, or give window.start instead. Nothing was written
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
        {% call daybook._refuse_option(this, "window.start", arguments.window.start) %}
            it evaluates to NULL
        {% endcall %}
    {% endif %}
    {% do return(first_day) %}
{% endmacro %}

{#- The highest of some days; none if there are none. -#}
{% macro _highest(days, type) %}
    {% set highest = namespace(day=none) %}
    {% for day in days %}
        {% if daybook._is_from(day, highest.day, type) %}
            {% set highest.day = day %}
        {% endif %}
    {% endfor %}
    {% do return(highest.day) %}
{% endmacro %}
