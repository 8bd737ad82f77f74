{#- A string as a Spark SQL literal. Spark reads backslash escapes: double them first. Before
    it parses a statement, it replaces every ${...} in its text, also inside literals; written
    as an escape, the $ is part of the value only. A list becomes all of its texts, with commas. -#}
{% macro quoted_text(text) %}
    {%- for one in daybook.as_list(text) -%}
        {%- set one = one | string | replace("\\", "\\\\") | replace("'", "\\'") -%}
        {{- "'" ~ one | replace("${", "\\u0024{") ~ "'" -}}{{- ", " if not loop.last -}}
    {%- endfor -%}
{%- endmacro %}

{#- A whole number that is given as a text; any other value stays as it is. -#}
{% macro _whole_number(value) %}
    {% set is_written = value is string and value.isdecimal() %}
    {% do return(value | int if is_written else value) %}
{% endmacro %}

{#- A column's name, whatever characters it has; but backticks know no escape for ${...}. -#}
{% macro quoted_column(name) %}
    {% set columns = [] %}
    {% for one in daybook.as_list(name) %}
        {% if "${" in one %}
            {% call daybook.refuse("the column " ~ one) %}
                Spark would put a variable in place of ${...}: give the column another name
            {% endcall %}
        {% endif %}
        {% do columns.append("`" ~ one | replace("`", "``") ~ "`") %}
    {% endfor %}
    {% do return(columns[0] if name is string else columns) %}
{% endmacro %}

{#- A partition value, kept as text in the log, as a literal of its column's type: an
    untyped one would cast the column instead, and prune nothing. -#}
{% macro typed_literal(type, value) %}
    {%- set is_bare = type == "boolean" or type in daybook.integer_types() -%}
    {%- if is_bare and not daybook.is_value_of_type(type, value) -%}
        {%- call daybook.refuse(value) -%} it is no value of the type {{ type }} {%- endcall -%}
    {%- endif -%}
    {%- if is_bare -%} {{ value }}
    {%- else -%} {{ "date" if type == "date" }}{{ daybook.quoted_text(value) }}
    {%- endif -%}
{%- endmacro %}

{#- Whether a value is written as one of a type. What follows a day is Spark's to read, and so
    is whether the month has that day. Spark knows some days by name. -#}
{% macro is_value_of_type(type, value) %}
    {% set names = "(?i:epoch|now|today|tomorrow|yesterday)" %}
    {% set year, month = "([+-]?[0-9]{4}|[+-]?[0-9]{5,7}(?=-))", "(0?[1-9]|1[0-2])" %}
    {% set date = year ~ "(-" ~ month ~ "(-(0?[1-9]|[12][0-9]|3[01])([ T].*)?)?)?" %}
    {% set day = names ~ "|" ~ date %}
    {% set forms = {
        "boolean": "(?i:true|false)",
        "date": day,
        "timestamp_ntz": day,
    } %}
    {% set other = "-?[0-9]+" if type in daybook.integer_types() else "(?s:.*\\S.*)" %}
    {% set form = forms.get(type, other) %}
    {% do return(daybook._has_form(form, value)) %}
{% endmacro %}

{#- A partition value in the order of its type, as a sort key. A year after 9999 or before 0 has a
    sign. -#}
{% macro _sortable(value, type) %}
    {% if type == "date" %}
        {% set parts = value.rsplit("-", 2) %}
        {% do return([parts[0] | int] + parts[1:]) %}
    {% endif %}
    {% do return(value | int if type in daybook.integer_types() else value) %}
{% endmacro %}

{% macro integer_types() %}
    {% do return(("tinyint", "smallint", "int", "bigint")) %}
{% endmacro %}

{#- A list as it is; of anything else, a list of it alone. -#}
{% macro as_list(value) %}
    {% set is_list = (
        value is not string and value is not mapping and value is iterable
    ) %}
    {% do return(value if is_list else [value]) %}
{% endmacro %}

{#- Whether a partition value comes from a first one on; without that, each does. -#}
{% macro is_from(type, value, first) %}
    {% do return(
        first is none
        or daybook._sortable(value, type) >= daybook._sortable(first, type)
    ) %}
{% endmacro %}
