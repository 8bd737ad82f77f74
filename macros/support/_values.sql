{#- A string as a Spark SQL literal. Spark reads backslash escapes: double them first. Before
    it parses a statement, it replaces every ${...} in its text, also inside literals; written
    as an escape, the $ is part of the value only. -#}
{% macro _quoted(text) %}
    {%- set text = text | string | replace("\\", "\\\\") | replace("'", "\\'") -%}
    {{- "'" ~ text | replace("${", "\\u0024{") ~ "'" -}}
{%- endmacro %}

{#- A whole number that is given as a text; any other value stays as it is. -#}
{% macro _whole_number(value) %}
    {% set is_written = value is string and value.isdecimal() %}
    {% do return(value | int if is_written else value) %}
{% endmacro %}

{% macro _quoted_list(texts) %}
    {%- for text in daybook._as_list(texts) -%}
        {{ daybook._quoted(text) }}{{ ", " if not loop.last }}
    {%- endfor -%}
{% endmacro %}

{#- A column's name, whatever characters it has; but backticks know no escape for ${...}. -#}
{% macro _column(name) %}
    {%- if "${" in name -%}
        {%- call daybook._refuse("the column " ~ name) -%}
            Spark would put a variable in place of ${...}: give the column another name
        {%- endcall -%}
    {%- endif -%}
    {{- "`" ~ name | replace("`", "``") ~ "`" -}}
{%- endmacro %}

{% macro _columns(names) %}
    {%- for name in names -%}
        {{ daybook._column(name) }}{{ ", " if not loop.last }}
    {%- endfor -%}
{% endmacro %}

{#- A partition value, kept as text in the log, as a literal of its column's type: an
    untyped one would cast the column instead, and prune nothing. -#}
{% macro _literal(value, type) %}
    {%- set is_bare = type == "boolean" or type in daybook._integers() -%}
    {%- if is_bare and not daybook._has_form_of(type, value) -%}
        {%- call daybook._refuse(value) -%} it is no value of the type {{ type }} {%- endcall -%}
    {%- endif -%}
    {{
        (
            value
            if is_bare
            else ("date" if type == "date" else "") ~ daybook._quoted(value)
        )
    }}
{%- endmacro %}

{#- Whether a value is written as one of a type. What follows a day is Spark's to read, and so
    is whether the month has that day. Spark knows some days by name. -#}
{% macro _has_form_of(type, value) %}
    {% set names = "(?i:epoch|now|today|tomorrow|yesterday)" %}
    {% set year, month = "([+-]?[0-9]{4}|[+-]?[0-9]{5,7}(?=-))", "(0?[1-9]|1[0-2])" %}
    {% set date = year ~ "(-" ~ month ~ "(-(0?[1-9]|[12][0-9]|3[01])([ T].*)?)?)?" %}
    {% set day = names ~ "|" ~ date %}
    {% set forms = {
        "boolean": "(?i:true|false)",
        "date": day,
        "timestamp_ntz": day,
    } %}
    {% set other = "-?[0-9]+" if type in daybook._integers() else "(?s).*\\S.*" %}
    {% set form = forms.get(type, other) %}
    {% do return(modules.re.fullmatch(form, value | string) is not none) %}
{% endmacro %}

{#- A partition value in the order of its type, as a sort key. A year after 9999 or before 0 has a
    sign. -#}
{% macro _sortable(value, type) %}
    {% if type == "date" %} {% do return([value[:-6] | int, value[-5:]]) %} {% endif %}
    {% do return(value | int if type in daybook._integers() else value) %}
{% endmacro %}

{#- The highest of some partition values; none if there are none. -#}
{% macro _highest(values, type) %}
    {% set highest = namespace(value=none) %}
    {% for value in values
        if highest.value is none
        or daybook._sortable(value, type)
        > daybook._sortable(highest.value, type) %}
        {% set highest.value = value %}
    {% endfor %}
    {% do return(highest.value) %}
{% endmacro %}

{% macro _integers() %}
    {% do return(("tinyint", "smallint", "int", "bigint")) %}
{% endmacro %}

{#- A partition in SQL as the log names it: the array of its values as text. -#}
{% macro _partition_key(partition_by) %}
    {%- set values = [] -%}
    {%- for name, _ in partition_by -%}
        {%- do values.append("cast(" ~ daybook._column(name) ~ " as string)") -%}
    {%- endfor -%}
    array({{ values | join(", ") }})
{%- endmacro %}

{% macro _as_list(value) %}
    {% do return([value] if value is string else value) %}
{% endmacro %}
