{#-
    A measure in parts that can be put together again, from segment to segment:

        amount   sum(amount)                amount                        sum of sums
        orders   count(*)                   orders                        sum of counts
        price    avg(price)                 price_sum, price_count        both sums
        buyers   count(distinct customer)   buyers_sketch                 union of sketches

    A part is [column, the SQL that makes it, the SQL that puts it together]; `shown` is what
    readers see for the measure. A sketch is of hashes, so that it takes values of any type.
-#}
{% macro _measures(given) %}
    {% set measures = [] %}
    {% for name, text in given.items() %}
        {% set function, argument = daybook._measure_call(name, text) %}
        {% set column = daybook._column(name) %}
        {% set measure = {
            "name": name,
            "sql": daybook._spaced(function ~ "(" ~ argument ~ ")"),
            "shown": column,
            "hashed": none,
            "parts": [[name, function ~ "(" ~ argument ~ ")", function]],
        } %}
        {% if function == "count" %}
            {% do measure.update(
                {"parts": [[name, "count(" ~ argument ~ ")", "total"]]}
            ) %}
        {% elif function == "avg" %}
            {% set total, number = name ~ "_sum", name ~ "_count" %}
            {% do measure.update(
                {
                    "parts": [
                        [total, "sum(" ~ argument ~ ")", "sum"],
                        [number, "count(" ~ argument ~ ")", "total"],
                    ],
                    "shown": "try_divide("
                    ~ daybook._column(total)
                    ~ ", "
                    ~ daybook._column(number)
                    ~ ")",
                }
            ) %}
        {% elif function == "count distinct" %}
            {% set sketch = name ~ "_sketch" %}
            {% set hashes = (
                "case when ("
                ~ argument
                ~ ") is not null then xxhash64("
                ~ argument
                ~ ") end"
            ) %}
            {% do measure.update(
                {
                    "hashed": "(" ~ argument ~ ")",
                    "parts": [
                        [
                            sketch,
                            "hll_sketch_agg(" ~ hashes ~ ")",
                            "hll_union_agg",
                        ]
                    ],
                    "shown": "ifnull(hll_sketch_estimate("
                    ~ daybook._column(sketch)
                    ~ "), 0)",
                }
            ) %}
        {% endif %}
        {% do measures.append(measure) %}
    {% endfor %}
    {% do return(measures) %}
{% endmacro %}

{#- The function of a measure and what it is of, or an error that says which there are. -#}
{% macro _measure_call(name, text) %}
    {% set call = (
        modules.re.fullmatch(
            "(?is)\\s*(sum|count|min|max|avg|mean|approx_count_distinct)\\s*\\((.*)\\)\\s*",
            text,
        )
        if text is string
        else none
    ) %}
    {% set function = call.group(1) | lower if call else "" %}
    {% set argument = call.group(2) | trim if call else "" %}
    {% set distinct = modules.re.fullmatch("(?is)distinct\\b(.*)", argument) %}
    {% if distinct and function == "count" or function == "approx_count_distinct" %}
        {% set function = "count distinct" %}
        {% set argument = (distinct.group(1) if distinct else argument) | trim %}
        {% set distinct = none %}
    {% endif %}
    {% set function = "avg" if function == "mean" else function %}
    {% if (
        not argument
        or distinct
        or argument == "*"
        and function != "count"
        or not daybook._is_one_argument(argument)
    ) %}
        {% do daybook._bad_option(
            this,
            "measures",
            {name: text},
            "segments can be put together of sum(x), count(*), count(x), min(x), max(x), avg(x)"
            ~ " and, as a sketch, count(distinct x) of one x, which may be a struct. Write a"
            ~ " condition as sum(case when ... then x end), and a ratio as its two measures;"
            ~ " a median or a share of all needs the fact's own rows",
        ) %}
    {% endif %}
    {% do return((function, argument)) %}
{% endmacro %}

{#- Whether no comma and no closing parenthesis ends it before its end; texts are passed over. -#}
{% macro _is_one_argument(argument) %}
    {% set open = namespace(depth=0, ends=false) %}
    {% for sign in daybook._without_texts(argument) %}
        {% if sign == "(" %} {% set open.depth = open.depth + 1 %}
        {% elif sign == ")" %} {% set open.depth = open.depth - 1 %}
        {% elif sign == "," and open.depth == 0 %} {% set open.ends = true %}
        {% endif %}
        {% if open.depth < 0 %} {% set open.ends = true %} {% endif %}
    {% endfor %}
    {% do return(not open.ends and open.depth == 0) %}
{% endmacro %}

{#- A text in SQL, as a regular expression. -#}
{% macro _text_in_sql() %}
    {% do return("'(?:[^'\\\\]|\\\\.)*'|\"(?:[^\"\\\\]|\\\\.)*\"") %}
{% endmacro %}

{#- SQL with what stands in quotes left out. -#}
{% macro _without_texts(text) %}
    {% do return(modules.re.sub(daybook._text_in_sql(), "''", text)) %}
{% endmacro %}

{#- The names in SQL, in lower case, with its functions and keywords. -#}
{% macro _words_of(text) %}
    {% do return(modules.re.findall("\\w+", daybook._without_texts(text) | lower)) %}
{% endmacro %}

{#- SQL in lower case with single blanks, to be compared; texts in it stay as they are, and so
    do names that need backticks. -#}
{% macro _spaced(text) %}
    {% set texts = "(" ~ daybook._text_in_sql() %}
    {% set plain = modules.re.sub(texts ~ ")|`(\\w+)`", "\\1\\2", text | string) %}
    {% set parts = [] %}
    {% for part in modules.re.split(texts ~ "|`[^`]*`)", plain) %}
        {% if loop.index0 % 2 %}
            {% do parts.append(part | lower if part[0] == "`" else part) %}
        {% else %}
            {% do parts.append(
                modules.re.sub(
                    "\\s*([(),*+<>=/-])\\s*", "\\1", " ".join(part.split())
                )
                | lower
            ) %}
        {% endif %}
    {% endfor %}
    {% do return(parts | join(" ") | trim) %}
{% endmacro %}

{#- A part of several rows put together, as SQL. -#}
{% macro _put_together(column, how, type=none) %}
    {% set name = daybook._column(column) %}
    {% if how == "total" %} {% do return("ifnull(sum(" ~ name ~ "), 0)") %}
    {% elif how == "sum" and type %}
        {% do return("cast(sum(" ~ name ~ ") as " ~ type ~ ")") %}
    {% endif %}
    {% do return(how ~ "(" ~ name ~ ")") %}
{% endmacro %}
