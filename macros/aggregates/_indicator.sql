{#-
    The column by whose values a fact grows. A value goes into the log and back as text: a
    timestamp as microseconds, so that no session's time zone touches it.
-#}
{% macro _indicator(fact, name, columns) %}
    {% set type = daybook._type_of(name, columns) %}
    {% if not type %}
        {% do daybook._bad_option(
            this,
            "indicator",
            name,
            fact ~ " has " ~ columns | map("first") | join(", "),
        ) %}
    {% endif %}
    {% set kind = (
        "time"
        if type in ("timestamp", "timestamp_ntz")
        else (
            "date"
            if type == "date"
            else (
                "number"
                if type in daybook._integers()
                or modules.re.fullmatch("decimal\\([0-9]+,0\\)", type)
                else none
            )
        )
    ) %}
    {% if not kind %}
        {% do daybook._bad_option(
            this,
            "indicator",
            name,
            "it is a "
            ~ type
            ~ ", and values grow in a bigint, int, decimal(38,0), date, timestamp or"
            ~ " timestamp_ntz: cast it in the fact",
        ) %}
    {% endif %}
    {% do return({"name": name, "type": type, "kind": kind}) %}
{% endmacro %}

{#- What its marks are: those of one kind mean the same, whatever the type. -#}
{% macro _kind_of_marks(indicator) %}
    {% do return(indicator.type if indicator.kind == "time" else indicator.kind) %}
{% endmacro %}

{#- A value of the indicator, SQL, as the text that a log keeps. -#}
{% macro _as_mark(indicator, value) %}
    {% do return(
        "cast("
        ~ (
            "unix_micros(" ~ value ~ ")"
            if indicator.type == "timestamp"
            else value
        )
        ~ " as string)"
    ) %}
{% endmacro %}

{#- And back: SQL of the type of the column, which prunes files by it. -#}
{% macro _of_mark(indicator, mark) %}
    {% if mark is none %} {% do return("cast(null as " ~ indicator.type ~ ")") %}
    {% elif indicator.type == "timestamp" %}
        {% do return("timestamp_micros(" ~ mark ~ "l)") %}
    {% elif indicator.kind == "number" %}
        {% do return("cast(" ~ mark ~ " as " ~ indicator.type ~ ")") %}
    {% endif %}
    {% do return(indicator.type ~ daybook._quoted(mark)) %}
{% endmacro %}

{#- A value less the grace period, as SQL. -#}
{% macro _less_grace(indicator, value, grace_period) %}
    {% set amount = daybook._grace(indicator, grace_period) %}
    {#- By seconds, for an interval's days are those of the session's calendar. -#}
    {% if indicator.type == "timestamp" %}
        {% do return(
            "timestamp_micros(unix_micros("
            ~ value
            ~ ") - "
            ~ amount * 1000000
            ~ "l)"
        ) %}
    {% elif indicator.kind == "time" %}
        {% do return(
            "cast("
            ~ value
            ~ " - make_dt_interval(0, 0, 0, "
            ~ amount
            ~ ") as timestamp_ntz)"
        ) %}
    {% elif indicator.kind == "date" %}
        {% do return("date_sub(" ~ value ~ ", " ~ amount ~ ")") %}
    {% endif %}
    {% do return("cast(" ~ value ~ " - " ~ amount ~ " as " ~ indicator.type ~ ")") %}
{% endmacro %}

{#- In the indicator's unit: seconds of times, days of dates. -#}
{% macro _grace(indicator, given) %}
    {% set units = {"s": 1, "m": 60, "h": 3600, "d": 86400, "w": 604800} %}
    {% set with_unit = modules.re.fullmatch(
        "([0-9]+) ?([a-zA-Z]*)", given | string | trim
    ) %}
    {% set number = with_unit.group(1) | int if with_unit else none %}
    {% set unit = with_unit.group(2) if with_unit else none %}
    {% if given is boolean or number is none or unit not in (units | list + [""]) %}
        {% do daybook._bad_option(
            this,
            "grace_period",
            given,
            "use a whole number from 0 on, of the indicator's unit, or of a time or date with"
            ~ " s, m, h, d or w behind it: 86400, 100s, 15m, 1h, 1d, 1w",
        ) %}
    {% elif unit == "" %} {% do return(number) %}
    {% elif indicator.kind == "number" %}
        {% do daybook._bad_option(
            this,
            "grace_period",
            given,
            indicator.name
            ~ " is a "
            ~ indicator.type
            ~ ", whose unit is not known: give a plain number of it",
        ) %}
    {% elif indicator.kind == "date" and number * units[unit] % 86400 %}
        {% do daybook._bad_option(
            this,
            "grace_period",
            given,
            indicator.name ~ " is a date: give whole days, such as 1d or 1w",
        ) %}
    {% endif %}
    {% do return(number * units[unit] // (86400 if indicator.kind == "date" else 1)) %}
{% endmacro %}
