{#-
    The column by whose values a fact grows: {name, type, kind}. Its kind is batch, number, date
    or time. Its values are kept as marks, see support/_marks.sql.
-#}
{% macro _described_indicator(fact, indicator, columns) %}
    {% set name = indicator.name %}
    {% do daybook._check_columns_given(this, {"indicator": name}, fact, columns) %}
    {% if name | lower == "batch_id" and daybook._published_state(fact).chain %}
        {% call daybook._refuse_option(this, "indicator", name) %}
            it says in which files a row lies, and compaction changes it: leave it out, and
            posted_batch_id is the indicator
        {% endcall %}
    {% endif %}
    {% set type = daybook._type_of(name, columns) %}
    {% set kinds = {"timestamp": "time", "timestamp_ntz": "time", "date": "date"} %}
    {% set is_decimal = modules.re.search("^decimal\\([0-9]+,0\\)$", type) %}
    {% set is_number = is_decimal or type in daybook._integers() %}
    {% set kind = "number" if is_number else kinds.get(type) %}
    {% if not kind %}
        {% call daybook._refuse_option(this, "indicator", name) %}
            it is a {{ type }}, and values grow in a bigint, int, decimal(38,0), date, timestamp
            or timestamp_ntz: cast it in the fact
        {% endcall %}
    {% endif %}
    {% do return(dict(indicator, type=type, kind=kind)) %}
{% endmacro %}

{#- The mark from which on rows may still change: the last one less the grace period; never one
    before that of the last run, for rows before it are closed; nor before the lowest of its type. -#}
{% macro _open_from(indicator, last, grace, before) %}
    {% if last is none %} {% do return(before) %} {% endif %}
    {% set is_micros = indicator.type == "timestamp" %}
    {% set is_integer = indicator.kind == "number" or is_micros %}
    {% if is_micros %}
        {#- The second day of the year 10000 in UTC: in some zones, its first one is still 9999. -#}
        {% set is_too_far = last | int >= 253402387200000000 %}
    {% else %}
        {% set day = modules.re.search("^(?!0000)[0-9]{4}-", last) %}
        {% set is_too_far = not is_integer and day is none %}
    {% endif %}
    {% if is_too_far %}
        {% call daybook._refuse_option(this, "indicator", indicator.name) %}
            its last value is {{ "in the year 10000 or later" if is_micros else last }}, and years
            have four digits: leave out such rows
        {% endcall %}
    {% elif is_integer %}
        {% set unit = 1000000 if indicator.kind == "time" else 1 %}
        {% set open = last | int - grace * unit %}
        {% set lowest = daybook._lowest_integer(indicator.type) %}
        {% set least = open if before is none else before | int %}
        {% do return([open, least, lowest] | max | string) %}
    {% endif %}
    {#- Python wants all six digits of microseconds, or none. -#}
    {% set last = modules.datetime.datetime.fromisoformat(
        last if "." not in last else last.ljust(26, "0")
    ) %}
    {% set seconds = grace * 86400 if indicator.kind == "date" else grace %}
    {#- Python knows no day before the first of the year 1. -#}
    {% set first = modules.datetime.datetime.fromisoformat("0001-01-01") %}
    {% set most = (last - first).total_seconds() | int %}
    {% set open = last - modules.datetime.timedelta(seconds=[seconds, most] | min) %}
    {% set mark = open.isoformat() | replace("T", " ") %}
    {% set mark = mark if "." in mark else mark ~ ".000000" %}
    {% set mark = mark[:10] if indicator.kind == "date" else mark %}
    {% do return([mark, before or mark] | max) %}
{% endmacro %}

{#- A timestamp's is in microseconds. -#}
{% macro _lowest_integer(type) %}
    {% set digits = modules.re.findall("decimal\\(([0-9]+)", type) %}
    {% if digits %} {% do return(1 - 10 ** (digits[0] | int)) %} {% endif %}
    {% set bits = {"tinyint": 7, "smallint": 15, "int": 31} %}
    {% do return(-(2 ** bits.get(type, 63))) %}
{% endmacro %}

{#- The grace period in the indicator's unit: seconds of times, days of dates. -#}
{% macro _grace_in_units(indicator, given) %}
    {% set units = {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86400, "w": 604800} %}
    {% set form, text = "([0-9]+) ?([a-zA-Z]*)", given | string | trim %}
    {% set number, unit = daybook._groups(form, text) or (0, "?") %}
    {% set grace, kind = number | int * units.get(unit, 1), indicator.kind %}
    {% set is_part_of_day = kind == "date" and grace % 86400 %}
    {% if unit not in units or unit and (kind == "number" or is_part_of_day) %}
        {% call daybook._refuse_option(this, "indicator.grace_period", given) %}
            use a whole number from 0 on, of the indicator's unit, or of a time or date with s, m,
            h, d or w behind it: 86400, 100s, 15m, 1h, 1d, 1w. Of a date it is whole days
        {% endcall %}
    {% endif %}
    {% do return(grace // 86400 if unit and kind == "date" else grace) %}
{% endmacro %}

{#- A range of the indicator: from a mark on, before another, up to a last one. -#}
{% macro _range_of_indicator(indicator, start, end, last=none) %}
    {% set column = daybook._column(indicator.name) %}
    {% set bounds = [] %}
    {% for operator, mark in ((">=", start), ("<", end), ("<=", last)) if mark is not none %}
        {% set value = daybook._value_of(indicator.type, mark) %}
        {% do bounds.append(column ~ " " ~ operator ~ " " ~ value) %}
    {% endfor %}
    {% do return("(" ~ (bounds | join(" and ") or column ~ " is not null") ~ ")") %}
{% endmacro %}
