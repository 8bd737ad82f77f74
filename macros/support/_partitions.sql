{#- A partition in SQL as the log names it: the array of its values as text. -#}
{% macro _partition_key(partition_by) %}
    {%- set values = [] -%}
    {%- for name, _ in partition_by -%}
        {%- do values.append("cast(" ~ daybook.quoted_column(name) ~ " as string)") -%}
    {%- endfor -%}
    array({{ values | join(", ") }})
{%- endmacro %}

{#- A condition for the rows of some partitions. -#}
{% macro _in_partitions(partitions, partition_by) %}
    {% set terms = [] %}
    {% for partition in partitions %}
        {% set values = daybook._partition_values(partition, partition_by) %}
        {% do terms.append((["true"] + values) | join(" and ")) %}
    {% endfor %}
    {% do return("(" ~ terms | join(" or ") ~ ")") %}
{% endmacro %}

{#- ["`month` = '2015-12'", ...] -#}
{% macro _partition_values(partition, partition_by) %}
    {% set values = [] %}
    {% for value in fromjson(partition) %}
        {% set column, type = partition_by[loop.index0] %}
        {% set literal = daybook.typed_literal(type, value) %}
        {% do values.append(daybook.quoted_column(column) ~ " = " ~ literal) %}
    {% endfor %}
    {% do return(values) %}
{% endmacro %}

{#- A condition on partitions that Spark evaluates itself. Spark would ask the metastore for what it
    can translate, and the metastore may fail: PostgreSQL casts the texts of other tables to numbers,
    and Derby takes few comparisons. isnan has no translation, and no whole number is NaN. -#}
{% macro _filtered_by_spark(condition) %}
    {% do return("(" ~ condition ~ " or isnan(batch_id))") %}
{% endmacro %}

{#- A column within any of some ranges: single values as a list, the others as between. -#}
{% macro _in_ranges(column, ranges) %}
    {% set singles, terms = [], [] %}
    {% for interval in ranges %}
        {% if interval.from == interval.to %} {% do singles.append(interval.from) %}
        {% else %}
            {% set bounds = interval.from ~ " and " ~ interval.to %}
            {% do terms.append(column ~ " between " ~ bounds) %}
        {% endif %}
    {% endfor %}
    {% if singles | length == 1 %} {% do terms.append(column ~ " = " ~ singles[0]) %}
    {% elif singles %}
        {% do terms.append(column ~ " in (" ~ singles | join(", ") ~ ")") %}
    {% endif %}
    {% set text = terms | join(" or ") %}
    {% do return("(" ~ text ~ ")" if terms | length > 1 else text) %}
{% endmacro %}
