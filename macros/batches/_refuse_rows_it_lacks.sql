{#-
    The habit of an incremental model, in one that replaces:

        where at > (select max(at) from {{ this }})
        where id not in (select id from {{ this }})

    Older rows would be lost, unless the SQL has its own rows elsewhere, or puts others beside these,
    or compares partitions: by their column, or by an expression that may well round to them.
-#}
{% macro _refuse_rows_it_lacks(options, plan) %}
    {% set query = daybook._without_comments(plan.text) %}
    {% set compared = (
        "(?is:\\bwhere\\s+(?:[^()]*?\\sand\\s+)?(?:\\w+\\.)?`?(\\w+)`?\\s*(?:>=?|not\\s+in)"
        "\\s*\\(\\s*select\\s+((?:(?!\\sfrom\\s).)+)\\s+from\\s+"
        ~ modules.re.escape(this | string)
        ~ "(?!\\w))"
    ) %}
    {% set found = modules.re.search(compared, query) %}
    {% if plan.pattern or not found %} {% do return(none) %} {% endif %}
    {% set before = query[: found.start()] %}
    {% set rest = before ~ query[found.end() :] %}
    {% set is_of_all = before.count("(") == before.count(")") %}
    {% set has_others = modules.re.search("(?i:\\b(join|union|exists|in)\\b)", rest) %}
    {% set own = options.partition_by | map("lower") | list %}
    {% set last = daybook._column_of_last(found.group(2)) %}
    {% set columns = [found.group(1) | lower, last | lower] %}
    {% set is_last = last or (not own and "max(" in found.group(2) | lower) %}
    {% if (
        is_last
        and not columns | select("in", own) | list
        and not daybook._mentions(rest, this)
        and (is_of_all or not has_others)
    ) %}
        {% call daybook.refuse_option(this, "batch", "replace") %}
            the SQL selects only rows whose {{ found.group(1) }} the model does not have yet, and
            they would replace the older rows of {{ "their partitions" if own else "the model" }}.
            Use batch='append', or select
            {{ "whole partitions by " ~ own | join(", ") if own else "all rows" }}
        {% endcall %}
    {% endif %}
{% endmacro %}

{#- The column of which an expression is the last value, or each value: at in max(at), in
    coalesce(max(m.at), 0) as last and in distinct at; "" if it is something else. -#}
{% macro _column_of_last(expression) %}
    {% set without_default = modules.re.sub(
        "(?is:^\\s*(?:coalesce|ifnull|nvl)\\s*\\((.+?),.*\\)(?=\\s*(?:as\\s|`?\\w*`?\\s*$)))",
        "\\1",
        expression,
    ) %}
    {% set found = daybook.matched_groups(
        "(?i:\\s*(?:distinct\\s+|max\\s*\\(\\s*)?(?:[\\w`]+\\s*\\.\\s*)*`?(\\w+)`?\\s*\\)?"
        "(?:\\s+(?:as\\s+)?`?\\w+`?)?\\s*)",
        without_default,
    ) %}
    {% do return(found[0] if found else "") %}
{% endmacro %}
