{#- A string as a Spark SQL literal. Spark reads backslash escapes: double them first. Before
    it parses a statement, it replaces every ${...} in its text, also inside literals; written
    as an escape, the $ is part of the value only. -#}
{% macro _quoted(text) %}
    {% do return(
        "'"
        ~ (
            text
            | string
            | replace("\\", "\\\\")
            | replace("'", "\\'")
            | replace("${", "\\u0024{")
        )
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

{#- A column's name, whatever characters it has; but backticks know no escape for ${...}. -#}
{% macro _column(name) %}
    {% if execute and "${" in name %}
        {% do exceptions.raise_compiler_error(
            "daybook: the column "
            ~ name
            ~ " has ${ in its name, and Spark would replace what follows by a setting of its own:"
            ~ " give the column another name"
        ) %}
    {% endif %}
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
    {% if type == "boolean" or type in daybook._integers() %}
        {% if not modules.re.fullmatch("-?[0-9]+|(?i:true|false)", value | string) %}
            {% do exceptions.raise_compiler_error(
                "daybook: " ~ value ~ " is no value of the type " ~ type
            ) %}
        {% endif %}
        {% do return(value) %}
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

{#- A partition in SQL as the log names it: the array of its values as text. -#}
{% macro _partition_key(partition_by) %}
    {% set values = [] %}
    {% for name, type in partition_by %}
        {% do values.append("cast(" ~ daybook._column(name) ~ " as string)") %}
    {% endfor %}
    {% do return("array(" ~ values | join(", ") ~ ")") %}
{% endmacro %}

{% macro _as_list(value) %}
    {% do return([value] if value is string else value) %}
{% endmacro %}
