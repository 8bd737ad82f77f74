{#-
    Of the rows with one key, the first in an order: a subquery in parentheses.

        select * from {{ daybook.deduplicate(ref("orders"), ["order_id"], ["changed_at desc"]) }}

    A column may have any name without ${. NULL is a key like any other. Rows that are equal in the order are told apart by all their
    columns, so that the same rows always give the same answer.
-#}
{% macro deduplicate(relation, key, order_by) %}
    {%- if not execute -%} {%- do return("") -%} {%- endif -%}
    {% do daybook._check_lists(this, {"key": key, "order_by": order_by}) %}
    {% set columns = [] %}
    {% if relation is string or daybook._is_there(relation) %}
        {% set columns = daybook._described(
            "query", "select * from " ~ relation
        ).columns %}
    {% endif %}
    {% do daybook._check_names(this, {"key": key}) %}
    {% do daybook._check_columns_given(
        this, {"key": key}, relation | string, columns or none
    ) %}
    {% do return(
        "("
        ~ daybook._first_of_each(
            "*",
            "select * from " ~ relation,
            daybook._given_columns(key),
            daybook._given_order(order_by, relation | string, columns)
            + daybook._ordered_by(columns),
        )
        ~ ")"
    ) %}
{% endmacro %}

{#- What a user orders by: a column is quoted, whatever its name; an expression stays as it is. -#}
{% macro _given_order(order_by, what, columns) %}
    {% set there = columns | map("first") | map("lower") | list %}
    {% set terms = [] %}
    {% do daybook._check_names(this, {"order_by": order_by}) %}
    {% for term in order_by %}
        {% set name, direction = modules.re.fullmatch(
            "(?is)\\s*(.+?)((?:\\s+(?:asc|desc))?(?:\\s+nulls\\s+(?:first|last))?)\\s*",
            term | string,
        ).groups() %}
        {% set is_name = modules.re.fullmatch("\\w+|`([^`]|``)+`", name) %}
        {% if is_name or daybook._bare_name(name) | lower in there %}
            {% do daybook._check_columns_given(
                this, {"order_by": name}, what, columns or none
            ) %}
            {% do terms.append(daybook._given_column(name) ~ direction) %}
        {% else %} {% do terms.append(term) %}
        {% endif %}
    {% endfor %}
    {% do return(terms) %}
{% endmacro %}

{% macro _check_lists(relation, lists) %}
    {% for name, columns in lists.items() if columns is string or not columns %}
        {% do daybook._bad_option(
            relation, name, columns, "name one column or more, as a list"
        ) %}
    {% endfor %}
{% endmacro %}

{#- Columns as an order of rows; a map has none but its text. -#}
{% macro _ordered_by(columns) %}
    {% set order = [] %}
    {% for name, type in columns %}
        {% set column = daybook._column(name) %}
        {% do order.append(
            "to_json(struct(" ~ column ~ "))"
            if modules.re.search("map<|variant", type)
            else column
        ) %}
    {% endfor %}
    {% do return(order) %}
{% endmacro %}

{#- QUALIFY came with Spark 4.2; before, rows are packed beside the answer. Of keys with many
    rows Spark leaves out most before it ranks them; where none has more than a few, that is a
    sort for nothing, and to ask for the row without one before it is a third faster. -#}
{% macro _first_of_each(columns, query, key, order_by, of_few=false) %}
    {% set window = (
        " over (partition by " ~ key
        | join(", ") ~ " order by " ~ order_by
        | join(", ") ~ ")"
    ) %}
    {% set is_first = (
        "lag(1)" ~ window ~ " is null"
        if of_few
        else "row_number()" ~ window ~ " = 1"
    ) %}
    {% if not execute or daybook._spark_version() >= [4, 2] %}
        {% do return(
            "select " ~ columns ~ " from (" ~ query ~ ") qualify " ~ is_first
        ) %}
    {% endif %}
    {% do return(
        "select "
        ~ columns
        ~ " from (select daybook_row.* from (select struct(*) as daybook_row, "
        ~ is_first
        ~ " as daybook_is_first from ("
        ~ query
        ~ ")) where daybook_is_first)"
    ) %}
{% endmacro %}
