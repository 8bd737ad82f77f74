{#-
    A view that combines rows: those of segments, which have a row of each group in several batches.
    Its columns are the dimensions, and SQL over what is combined. If it shows a single batch, which
    has each group once, nothing has to be grouped.
-#}
{% macro _combined_rows(state, source) %}
    {%- set view = state.view -%}
    {%- set keys = daybook.quoted_column(view.dimensions) | join(", ") -%}
    {%- set columns = daybook._shown_columns(view.dimensions, state.partition_by) -%}
    {%- set columns = [columns] if columns else [] -%}
    {%- for name, expression in view.shown -%}
        {%- set column = daybook.quoted_column(name) -%}
        {%- do columns.append(
            column if expression == column else expression ~ " as " ~ column
        ) -%}
    {%- endfor -%}
    {%- set ids = daybook._shown_columns(["posted_batch_id", "batch_id"], []) -%}
    {%- set batches = daybook._pointer_of(state, private=false).values() -%}
    {%- set is_one_batch = batches | sum(start=[]) | length == 1 -%}
    select {{ (columns + [ids]) | join(", ") }}
    from
        {{ " " }}
        {%- if view.is_grouped and not is_one_batch -%}
            ({{ daybook._grouped_rows(state, keys, source) }})
        {%- else -%} {{ source }}
        {%- endif -%}
{% endmacro %}

{#- Merged sums would be of a wider type than those in the table. -#}
{% macro _grouped_rows(state, keys, source) %}
    {%- set columns = [keys] if keys else [] -%}
    {%- for column, merged in state.view.merged -%}
        {%- set type = daybook.type_of(column, state.types.items()) -%}
        {%- set merged = "cast(" ~ merged ~ " as " ~ type ~ ")" -%}
        {%- do columns.append(merged ~ " as " ~ daybook.quoted_column(column)) -%}
    {%- endfor -%}
    {%- for name in ("posted_batch_id", "batch_id") -%}
        {%- do columns.append("max(" ~ name ~ ") as " ~ name) -%}
    {%- endfor -%}
    select {{ columns | join(", ") }}
    from {{ source }} {{- " group by " ~ keys if keys }}
{%- endmacro %}
