{#- The days that a snapshot is about, and what has left its window. -#}
{% macro _window(names, columns, found, published) %}
    {% set window = {"first_day": none, "expired_days": [], "expired": none} %}
    {% if names.window_days is none and names.window_start is none %}
        {% do return(window) %}
    {% endif %}
    {% set type = daybook._type_of(names.day, columns) %}
    {% set posted_days = [] %}
    {% for partition in published %}
        {% do posted_days.append(fromjson(partition)[0]) %}
    {% endfor %}
    {% set days = found.days | map(attribute="day") | list + posted_days %}
    {% if not days %} {% do return(window) %} {% endif %}
    {% set first = daybook._first_day(names, type, days) %}
    {% set least = daybook._sortable(first, type) %}
    {% for day in posted_days | unique
        if daybook._sortable(day, type) < least %}
        {% do window.expired_days.append(day) %}
    {% endfor %}
    {% do window.update({"first_day": first, "since": daybook._literal(first, type)}) %}
    {% if window.expired_days %}
        {% set order = [] %}
        {% for day in window.expired_days %}
            {% do order.append(daybook._sortable(day, type)) %}
        {% endfor %}
        {% do window.update({"expired": order | max(case_sensitive=true)}) %}
    {% endif %}
    {% do return(window) %}
{% endmacro %}

{#- A value; what the SQL of window_start says; or so many days before the newest there is. -#}
{% macro _first_day(names, type, days) %}
    {% if names.window_start is not none %}
        {% set asked = (
            "cast("
            ~ daybook._as_sql(names.window_start)
            ~ " as "
            ~ type
            ~ ")"
        ) %}
        {% set first = daybook._json_rows(
            "select to_json(array(cast(" ~ asked ~ " as string)))"
        )[0][0] %}
        {% if first is none %}
            {% do daybook._bad_option(
                this, "window_start", names.window_start, "it gives NULL"
            ) %}
        {% endif %}
        {% do return(first) %}
    {% endif %}
    {% if type != "date" %}
        {% do daybook._bad_option(
            this,
            "window_days",
            names.window_days,
            names.day
            ~ " is a "
            ~ type
            ~ ", and days are counted of a date: give window_start instead",
        ) %}
    {% endif %}
    {% set newest = days | max %}
    {% set zone = var("daybook_time_zone", "UTC") %}
    {% set today = run_started_at.astimezone(modules.pytz.timezone(zone)).strftime(
        "%Y-%m-%d"
    ) %}
    {% if newest > today %}
        {% do daybook._raise(
            this,
            "its newest "
            ~ names.day
            ~ " is "
            ~ newest
            ~ ", which has not come in "
            ~ zone
            ~ ": window_days="
            ~ names.window_days
            ~ " counts from there, and days would expire before their time. Leave such rows out,"
            ~ " or give window_start instead. Nothing was taken in",
        ) %}
    {% endif %}
    {% set first = modules.datetime.datetime.strptime(
        newest, "%Y-%m-%d"
    ) - modules.datetime.timedelta(days=names.window_days) %}
    {% do return(first.strftime("%Y-%m-%d")) %}
{% endmacro %}

{#- How many rows the snapshot has in the window; those before it are said. -#}
{% macro _rows_in_window(names, columns, found, first_day) %}
    {% if first_day is none %} {% do return(found.rows) %} {% endif %}
    {% set type = daybook._type_of(names.day, columns) %}
    {% set count = namespace(rows=0) %}
    {% for day in found.days
        if daybook._sortable(day.day, type) >= daybook._sortable(first_day, type) %}
        {% set count.rows = count.rows + day.rows %}
    {% endfor %}
    {% if count.rows < found.rows %}
        {% do daybook._say(
            this,
            (found.rows - count.rows)
            ~ " rows of the snapshot are from before "
            ~ first_day
            ~ ", where the window begins, and were left out",
        ) %}
    {% endif %}
    {% do return(count.rows) %}
{% endmacro %}
