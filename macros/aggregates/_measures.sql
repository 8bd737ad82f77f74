{#-
    A measure in parts that can be merged, from segment to segment:

        amount   sum(amount)                amount                        sum of sums
        orders   count(*)                   orders                        sum of counts
        price    avg(price)                 price_sum, price_count        both sums
        buyers   count(distinct customer)   buyers_sketch                 union of sketches

    Each measure is

        name      as it is given
        function  sum, count, min, max, avg or count distinct
        argument  its SQL
        parts     [{column, made: SQL over the fact, merged: SQL over parts of several rows}, ...]
        shown     what readers see for it: SQL over its parts
-#}
{% macro _measure_list(given) %}
    {% set measures = [] %}
    {% for name, text in given.items() %}
        {% set function, argument = daybook._function_and_argument(name, text) %}
        {% do measures.append(daybook._measure_in_parts(name, function, argument)) %}
    {% endfor %}
    {% do return(measures) %}
{% endmacro %}

{% macro _measure_in_parts(name, function, argument) %}
    {% set kinds = {
        "avg": {name ~ "_sum": "sum", name ~ "_count": "count"},
        "count distinct": {name ~ "_sketch": "sketch"},
    }.get(function, {name: function}) %}
    {% set parts = [] %}
    {% for column, kind in kinds.items() %}
        {% do parts.append(
            {
                "column": column,
                "made": daybook._part_of_fact(kind, argument),
                "merged": daybook._merged_part(kind, column),
            }
        ) %}
    {% endfor %}
    {% do return(
        {
            "name": name,
            "function": function,
            "argument": argument,
            "parts": parts,
            "shown": daybook._shown_measure(name, function),
        }
    ) %}
{% endmacro %}

{#- A sketch is of hashes, so that it takes values of any type. -#}
{% macro _part_of_fact(kind, argument) %}
    {%- if kind == "sketch" -%}
        hll_sketch_agg(
            case when ({{ argument }}) is not null then xxhash64({{ argument }}) end
        )
    {%- else -%} {{ kind }} ({{ argument }})
    {%- endif -%}
{% endmacro %}

{% macro _merged_part(kind, column) %}
    {%- set column = daybook._column(column) -%}
    {%- if kind == "sketch" -%} hll_union_agg({{ column }})
    {%- elif kind == "count" -%} ifnull(sum({{ column }}), 0)
    {%- else -%} {{ kind }} ({{ column }})
    {%- endif -%}
{% endmacro %}

{% macro _shown_measure(name, function) %}
    {%- if function == "avg" -%}
        try_divide({{ daybook._columns([name ~ "_sum", name ~ "_count"]) }})
    {%- elif function == "count distinct" -%}
        ifnull(hll_sketch_estimate({{ daybook._column(name ~ "_sketch") }}), 0)
    {%- else -%} {{ daybook._column(name) }}
    {%- endif -%}
{% endmacro %}

{#- [[name, SQL over the parts], ...]: each measure, followed by its parts. -#}
{% macro _shown_measures(measures) %}
    {% set shown = [] %}
    {% for measure in measures %}
        {% do shown.append([measure.name, measure.shown]) %}
        {% for part in measure.parts if part.column != measure.name %}
            {% do shown.append([part.column, daybook._column(part.column)]) %}
        {% endfor %}
    {% endfor %}
    {% do return(shown) %}
{% endmacro %}

{#- The function of a measure and its argument; a measure that is not one call is refused. -#}
{% macro _function_and_argument(name, text) %}
    {% set functions = "sum|count|min|max|avg|mean|approx_count_distinct" %}
    {% set call_of = modules.re.fullmatch(
        "(?is)\\s*(" ~ functions ~ ")\\s*\\((\\s*distinct\\b)?(.*)\\)\\s*",
        text | string,
    ) %}
    {% set function, distinct, argument = (
        call_of.groups() if call_of else ("", none, "")
    ) %}
    {% set function = {
        "mean": "avg",
        "approx_count_distinct": "count distinct",
    }.get(function | lower, function | lower) %}
    {% if distinct and function in ("count", "count distinct") %}
        {% set function, distinct = "count distinct", none %}
    {% endif %}
    {% set argument = argument | trim %}
    {% if (
        distinct
        or not argument
        or argument == "*"
        and function != "count"
        or not daybook._is_one_argument(argument)
    ) %}
        {% call daybook._refuse_option(this, "measures", {name: text}) %}
            segments can be merged of sum(x), count(*), count(x), min(x), max(x), avg(x) and, as a
            sketch, count(distinct x) of one x, which may be a struct. Write a condition as
            sum(case when ... then x end), and a ratio as its two measures; a median or a share
            of all needs the fact's own rows
        {% endcall %}
    {% endif %}
    {% do return([function, argument]) %}
{% endmacro %}

{#- Whether no comma and no closing parenthesis ends it before its end, outside of quotes: of
    sum(a) / sum(b) the rest after the first parenthesis looks like an argument too. -#}
{% macro _is_one_argument(argument) %}
    {% set quoted = "'(?:[^'\\\\]|\\\\.)*'|\"(?:[^\"\\\\]|\\\\.)*\"|`[^`]*`" %}
    {% set open = namespace(depth=0, ends=false) %}
    {% for sign in modules.re.sub(quoted, "", argument) %}
        {% if sign == "(" %} {% set open.depth = open.depth + 1 %}
        {% elif sign == ")" %} {% set open.depth = open.depth - 1 %}
        {% endif %}
        {% if open.depth < 0 or sign == "," and open.depth == 0 %}
            {% set open.ends = true %}
        {% endif %}
    {% endfor %}
    {% do return(not open.ends and open.depth == 0) %}
{% endmacro %}
