{#-
    The first row of each key, in an order, as a subquery in parentheses.

        select * from {{ daybook.deduplicate(ref("orders"), ["order_id"], ["changed_at desc"]) }}

    A column may have any name without ${.
-#}
{% macro deduplicate(relation, key, order_by) %}
    {%- if not execute -%} {%- do return("") -%} {%- endif -%}
    {%- set names = {"names": "many", "required": true} -%}
    {%- set arguments = daybook.checked_arguments(
        this,
        "deduplicate",
        {"key": key, "order_by": order_by},
        {"key": names, "order_by": names},
    ) -%}
    {%- set source, columns = relation | string, [] -%}
    {%- set query, given = "select * from " ~ relation, {"key": arguments.key} -%}
    {%- if relation is string or daybook.is_built(relation) -%}
        {%- set columns = daybook.describe("query", query).columns -%}
        {%- do daybook.check_columns(this, given, source, columns) -%}
    {%- endif -%}
    {%- set key = daybook.quoted_column(daybook.bare_name(arguments.key)) -%}
    {%- set order = daybook._given_order(arguments.order_by, source, columns) -%}
    ({{ daybook._first_of_each(query, key, order) }})
{%- endmacro %}
