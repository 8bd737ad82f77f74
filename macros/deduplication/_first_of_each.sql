{#-
    SQL of the first row of each key in an order. It uses QUALIFY, which came with Spark 4.2;
    before, the row is packed beside the answer.

    of_few: no key has more than a few rows. Asking for the row without one before it is a third
    faster then. Otherwise, Spark leaves out most rows of a key before it ranks them.
-#}
{% macro _first_of_each(query, key, order_by, columns="*", of_few=false) %}
    {%- set window -%}
        over (partition by {{ key | join(", ") }} order by {{ order_by | join(", ") }})
    {%- endset -%}
    {%- set is_first = (
        "lag(1) " ~ window ~ " is null"
        if of_few
        else "row_number() " ~ window ~ " = 1"
    ) -%}
    {%- if daybook.spark_version() >= [4, 2] -%}
        select {{ columns }} from ({{ query }}) qualify {{ is_first }}
    {%- else -%}
        select {{ columns }}
        from
            (
                select daybook_row.*
                from
                    (
                        select
                            struct(*) as daybook_row, {{ is_first }} as daybook_is_first
                        from ({{ query }})
                    )
                where daybook_is_first
            )
    {%- endif -%}
{% endmacro %}

{#- What a user orders by, as SQL, and after that all columns: the name of a column is quoted, an
    expression stays as it is. columns: [[name, type], ...] of the source; [] if they are not known. -#}
{% macro _given_order(order_by, source, columns) %}
    {% set names = columns | map("first") | map("lower") | list %}
    {% set terms = [] %}
    {% for term in order_by %}
        {% set name, direction = daybook.matched_groups(
            "(?is:\\s*(.+?)((?:\\s+(?:asc|desc))?(?:\\s+nulls\\s+(?:first|last))?)\\s*)",
            term,
        ) %}
        {% set bare = daybook.bare_name(name) %}
        {% set is_name = (
            daybook.matched_groups("\\w+|`([^`]|``)+`", name) is not none
        ) %}
        {% if is_name or bare | lower in names %}
            {% set given = {"order_by": name} %}
            {% do daybook.check_columns(this, given, source, columns or none) %}
            {% do terms.append(daybook.quoted_column(bare) ~ direction) %}
        {% else %} {% do terms.append(term) %}
        {% endif %}
    {% endfor %}
    {% do return(terms + daybook.comparable_columns(columns)) %}
{% endmacro %}
