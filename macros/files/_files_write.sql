{#-
    Writes the rows of a query as the files of a batch. name: that of dbt's statement. The query of one
    that keeps posted_batch_id selects it: NULL in new rows.

    The ids stand outside of what is shuffled: they are literals in the code that Spark makes of the
    query, and would have all of it compiled again in each run.
-#}
{% macro _files_write(relation, layout, query, batch_id, keeps_posted_batch_id, name) %}
    {% set selected = layout.selected | join(",\n        ") %}
    {% set batch_query %}
    select
        {{ selected }},
        {% if keeps_posted_batch_id -%}
            coalesce(posted_batch_id, {{ batch_id }}l) as posted_batch_id,
        {%- else -%} {{ batch_id }}l as posted_batch_id,
        {%- endif %}
        {{ batch_id }}l as batch_id
    from
        (
            select {{ daybook._rebalance_hint(layout.partition_by) }}*
            from ({{ "\n" ~ query ~ "\n" }})
        )
    {% endset %}
    {% do daybook._insert_rows(
        daybook._files_table(relation),
        batch_query,
        name,
        is_new_batch=true,
    ) %}
{% endmacro %}

{#- Rows of a partition come together in few files; AQE splits those that are large. -#}
{% macro _rebalance_hint(partition_by) %}
    {% if not partition_by %} {% do return("") %} {% endif %}
    {% set columns = daybook.quoted_column(partition_by | map("first")) | join(", ") %}
    {% do return("/*+ rebalance(" ~ columns ~ ") */ ") %}
{% endmacro %}
