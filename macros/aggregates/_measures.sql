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
        columns   [[name, SQL over its parts], ...] that readers may see: it, and its parts
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
    {% set kinds, shown = {name: function}, daybook.quoted_column(name) %}
    {% if function == "avg" %}
        {% set kinds = {name ~ "_sum": "sum", name ~ "_count": "count"} %}
        {% set names = daybook.quoted_column(kinds | list) | join(", ") %}
        {% set shown = "try_divide(" ~ names ~ ")" %}
    {% elif function == "count distinct" %}
        {% set kinds = {name ~ "_sketch": "sketch"} %}
        {% set sketch = daybook.quoted_column(name ~ "_sketch") %}
        {% set shown = "ifnull(hll_sketch_estimate(" ~ sketch ~ "), 0)" %}
    {% endif %}
    {% set parts, columns = [], [[name, shown]] %}
    {% for column, kind in kinds.items() %}
        {% do parts.append(daybook._part_of_measure(column, kind, argument)) %}
        {% if column != name %}
            {% do columns.append([column, daybook.quoted_column(column)]) %}
        {% endif %}
    {% endfor %}
    {% do return(
        {
            "name": name,
            "function": function,
            "argument": argument,
            "parts": parts,
            "columns": columns,
        }
    ) %}
{% endmacro %}

{#- A sketch is of hashes, so that it takes values of any type. Of one with parts, such as a struct,
    the JSON is hashed too: Spark's hash ignores a NULL within it. -#}
{% macro _part_of_measure(column, kind, argument) %}
    {% set part = daybook.quoted_column(column) %}
    {% set made, merged = kind ~ "(" ~ argument ~ ")", kind ~ "(" ~ part ~ ")" %}
    {% if kind == "count" %} {% set merged = "ifnull(sum(" ~ part ~ "), 0)" %}
    {% elif kind == "sketch" %}
        {% set made %}
            hll_sketch_agg(
                case
                    when ({{ argument }}) is null
                    then null
                    when typeof({{ argument }}) like '%<%'
                    then xxhash64(
                        {{ argument }},
                        replace(
                            to_json(
                                struct({{ argument }}),
                                map('ignoreNullFields', 'false', 'timeZone', 'UTC')
                            ),
                            '-0.0',
                            '0.0'
                        )
                    )
                    else xxhash64({{ argument }})
                end
            )
        {% endset %}
        {% set merged = "hll_union_agg(" ~ part ~ ")" %}
    {% endif %}
    {% do return({"column": column, "made": made, "merged": merged}) %}
{% endmacro %}

{#- The function of a measure and its argument; a measure that is not one call is refused. -#}
{% macro _function_and_argument(name, text) %}
    {% set functions = "sum|count|min|max|avg|mean|approx_count_distinct" %}
    {% set form = "(?is:\\s*(" ~ functions ~ ")\\s*\\((\\s*distinct\\b)?(.*)\\)\\s*)" %}
    {% set call_of = daybook.matched_groups(form, text) or ("", none, "") %}
    {% set function, distinct, argument = call_of %}
    {% set other_names = {"mean": "avg", "approx_count_distinct": "count distinct"} %}
    {% set function = other_names.get(function | lower, function | lower) %}
    {% if distinct and function in ("count", "count distinct") %}
        {% set function, distinct = "count distinct", none %}
    {% endif %}
    {% set argument = argument | trim %}
    {% set counts_rows = argument == "*" and function == "count" %}
    {% set is_one = argument not in ("", "*") and daybook._is_one_argument(argument) %}
    {% if distinct or not (counts_rows or is_one) %}
        {% call daybook.refuse_option(this, "measures", {name: text}) %}
            segments can be merged of sum(x), count(*), count(x), min(x), max(x), avg(x) and, as a
            sketch, count(distinct x) of one x, which may be a struct. Write a condition as
            sum(case when ... then x end), and a ratio as its two measures; a median or a share
            of all needs the fact's own rows
        {% endcall %}
    {% endif %}
    {% do return([function, argument]) %}
{% endmacro %}

{#- Whether it is the argument of one call alone: of sum(a) / sum(b) the rest after the first
    parenthesis looks like an argument too. Quotes go first, then parentheses from the innermost
    on; what is left has none of them, and no comma. -#}
{% macro _is_one_argument(argument) %}
    {% set quoted = "'(?:[^'\\\\]|\\\\.)*'|\"(?:[^\"\\\\]|\\\\.)*\"|`[^`]*`" %}
    {% set rest = namespace(text=modules.re.sub(quoted, "", argument)) %}
    {% for _ in range(argument.count("(")) %}
        {% set rest.text = modules.re.sub("\\([^()]*\\)", "", rest.text) %}
    {% endfor %}
    {% do return(modules.re.search("[(),]", rest.text) is none) %}
{% endmacro %}
