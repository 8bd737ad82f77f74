{#- A string as a Spark SQL literal. Spark reads backslash escapes: double them first. -#}
{% macro _quoted(text) %}
    {% do return(
        "'"
        ~ (text | string | replace("\\", "\\\\") | replace("'", "\\'"))
        ~ "'"
    ) %}
{% endmacro %}

{% macro _quoted_list(texts) %}
    {% set literals = [] %}
    {% for text in ([texts] if texts is string else texts) %}
        {% do literals.append(daybook._quoted(text)) %}
    {% endfor %}
    {% do return(literals | join(", ")) %}
{% endmacro %}

{#- A column's name, whatever characters it has. -#}
{% macro _column(name) %}
    {% do return("`" ~ name | replace("`", "``") ~ "`") %}
{% endmacro %}

{% macro _columns(names) %}
    {% set quoted = [] %}
    {% for name in names %} {% do quoted.append(daybook._column(name)) %} {% endfor %}
    {% do return(quoted | join(", ")) %}
{% endmacro %}

{#- A partition value, kept as text in the log, as a literal of its column's type: an
    untyped one would cast the column instead, and prune nothing. -#}
{% macro _literal(value, type) %}
    {% if type == "boolean" or type in daybook._integers() %} {% do return(value) %}
    {% elif type == "date" %} {% do return(type ~ daybook._quoted(value)) %}
    {% endif %}
    {% do return(daybook._quoted(value)) %}
{% endmacro %}

{#- A partition value in the order of its type, as a sort key. -#}
{% macro _sortable(value, type) %}
    {% do return(value | int if type in daybook._integers() else value) %}
{% endmacro %}

{% macro _integers() %}
    {% do return(("tinyint", "smallint", "int", "bigint")) %}
{% endmacro %}

{% macro _now() %}
    {% do return(
        modules.datetime.datetime.now(modules.pytz.utc).strftime(
            "%Y-%m-%d %H:%M:%S"
        )
    ) %}
{% endmacro %}

{% macro _epoch_now() %}
    {% do return(modules.datetime.datetime.now(modules.pytz.utc).timestamp() | int) %}
{% endmacro %}

{#- The rows of a query whose one column is JSON: agate would otherwise guess types and
    turn the text 007 into the number 7. -#}
{% macro _json_rows(query) %}
    {% set rows = [] %}
    {% for row in run_query(query) %}
        {% do rows.append(fromjson(row[0])) %}
    {% endfor %}
    {% do return(rows) %}
{% endmacro %}

{% macro _raise(relation, message) %}
    {% do exceptions.raise_compiler_error("daybook: " ~ relation ~ ": " ~ message) %}
{% endmacro %}
