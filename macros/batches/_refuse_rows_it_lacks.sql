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
        "(?is)\\bwhere\\s+(?:[^()]*?\\sand\\s+)?(?:\\w+\\.)?`?(\\w+)`?\\s*(?:>=?|not\\s+in)"
        "\\s*\\(\\s*select\\s+((?:(?!\\sfrom\\s).)+)\\s+from\\s+"
        ~ modules.re.escape(this | string)
        ~ "(?!\\w)"
    ) %}
    {% set found = modules.re.search(compared, query) %}
    {% if plan.pattern or not found %} {% do return(none) %} {% endif %}
    {% set before = query[: found.start()] %}
    {% set rest = before ~ query[found.end() :] %}
    {% set is_of_all = before.count("(") == before.count(")") %}
    {% set has_others = modules.re.search("(?i)\\b(join|union|exists|in)\\b", rest) %}
    {% set own = options.partition_by | map("lower") | list %}
    {% set is_plain = modules.re.fullmatch(
        "(?is)(?:(?:coalesce|ifnull|nvl)\\s*\\(\\s*)?(?:max\\s*\\(\\s*)?(?:\\w+\\.)?`?(\\w+)`?\\s*\\)?"
        "(?:\\s*,[^)]*\\))?\\s*",
        found.group(2),
    ) %}
    {% set columns = [found.group(1), is_plain.group(1)] if is_plain else [] %}
    {% if (
        not daybook._mentions(rest, this)
        and (is_of_all or not has_others)
        and is_plain
        and not columns | map("lower") | select("in", own) | list
    ) %}
        {% call daybook._refuse_option(this, "batch", "replace") %}
            the SQL selects only rows whose {{ found.group(1) }} the model does not have yet, and
            they would replace the older rows of {{ "their partitions" if own else "the model" }}.
            Use batch='append', or select
            {{ "whole partitions by " ~ own | join(", ") if own else "all rows" }}
        {% endcall %}
    {% endif %}
{% endmacro %}
