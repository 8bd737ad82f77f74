{#-
    The days that stay, and what the snapshot and the published rows have of them:

        first_day   the first day that stays; none if no day leaves the window
        type        of the day
        since       that day as SQL
        expired     the last published day before the window; none if there is none
        merged      the published partitions of the days that the snapshot has, with their batches
        rows        how many rows of the snapshot are in the window
-#}
{% macro _window_of_merge(arguments, columns, snapshot, published) %}
    {% set given_days = snapshot.days | map(attribute="day") | list %}
    {% set days, first_day, type, since = given_days | list, none, none, none %}
    {% for partition, ids in published.pointer.items() if ids %}
        {% do days.extend(fromjson(partition)[:1]) %}
    {% endfor %}
    {% if arguments.window is not none and days %}
        {% set type = daybook.type_of(arguments.day, columns) %}
        {% set first_day = daybook._first_day_of_window(arguments, type, days) %}
        {% set since = daybook.value_of_mark(type, first_day) %}
    {% endif %}
    {% set expired, merged, rows = [], {}, [] %}
    {% for partition, ids in published.pointer.items() if ids %}
        {% set day = fromjson(partition) | first %}
        {% if day is defined and not daybook.is_from(type, day, first_day) %}
            {% do expired.append(day) %}
        {#- What was not merged by the same key may have keys twice, on any day. -#}
        {% elif day is undefined or day in given_days or not snapshot.is_merged_alike %}
            {% do merged.update({partition: ids}) %}
        {% endif %}
    {% endfor %}
    {% for each in snapshot.days if daybook.is_from(type, each.day, first_day) %}
        {% do rows.append(each.rows) %}
    {% endfor %}
    {% if rows | sum < snapshot.rows %}
        {% call daybook.tell(this) %}
            {{ snapshot.rows - rows | sum }} rows of the snapshot are from before {{ first_day }},
            where the window begins, and were left out
        {% endcall %}
    {% endif %}
    {% do return(
        {
            "first_day": first_day,
            "type": type,
            "since": since,
            "expired": daybook._highest(expired, type),
            "merged": merged,
            "rows": rows | sum,
        }
    ) %}
{% endmacro %}

{#- SQL of the first day that stays; none without a window. -#}
{% macro _start_of_window(arguments, newest) %}
    {% if arguments.window is none %} {% do return(none) %} {% endif %}
    {% set days, start = arguments.window.days, arguments.window.start %}
    {% if days is not none %}
        {% do return("date_sub(" ~ newest ~ ", " ~ days ~ ")") %}
    {% endif %}
    {% set is_sql = start is number or (start | string).startswith("(") %}
    {% do return(start if is_sql else daybook.quoted_text(start)) %}
{% endmacro %}

{% macro _first_day_of_window(arguments, type, days) %}
    {% set newest, counted = daybook._highest(days, type), arguments.window.days %}
    {% set zone = var("daybook_time_zone", "UTC") %}
    {% set now = run_started_at.astimezone(modules.pytz.timezone(zone)) %}
    {% if counted is not none and type != "date" %}
        {% call daybook.refuse_option(this, "window.days", counted) %}
            {{ arguments.day }} is a {{ type }}, and days are counted of a date: give
            window.start instead
        {% endcall %}
    {% elif counted is not none and not daybook.is_from(
        type, now.strftime("%Y-%m-%d"), newest
    ) %}
        {% call daybook.refuse(this) %}
            its newest {{ arguments.day }}, {{ newest }}, is in the future ({{ zone }}):
            window.days={{ counted }} counts from there, and days would expire before their
            time. Leave such rows out, or give window.start instead. Nothing was published
        {% endcall %}
    {% endif %}
    {% set newest = "date" ~ daybook.quoted_text(newest) %}
    {% set start = daybook._start_of_window(arguments, newest) %}
    {% set query %} select to_json(array(string(cast({{ start }} as {{ type }})))) {% endset %}
    {% set first_day = daybook.json_rows(query)[0][0] %}
    {% if first_day is none %}
        {% call daybook.refuse_option(this, "window.start", arguments.window.start) %}
            it evaluates to NULL
        {% endcall %}
    {% endif %}
    {% do return(first_day) %}
{% endmacro %}

{#- The highest of some days; none if there are none. -#}
{% macro _highest(days, type) %}
    {% set highest = namespace(day=none) %}
    {% for day in days %}
        {% if daybook.is_from(type, day, highest.day) %}
            {% set highest.day = day %}
        {% endif %}
    {% endfor %}
    {% do return(highest.day) %}
{% endmacro %}
