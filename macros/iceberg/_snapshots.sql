{#- Snapshots of a table for which a condition holds: id, parent, operation, and the text of their state. -#}
{% macro _snapshots(relation, condition) %}
    {% set query %}
        select to_json(struct(
            cast(snapshot_id as string) as id,
            cast(parent_id as string) as parent,
            operation,
            summary['daybook.state'] as text
        ))
        from {{ daybook._iceberg_table(relation) }}.snapshots
        where {{ condition }}
    {% endset %}
    {% do return(daybook.json_rows(query)) %}
{% endmacro %}

{#- As SQL. -#}
{% macro _snapshot_of_branch(relation, branch) %}
    {% do return(
        "(select snapshot_id from "
        ~ daybook._iceberg_table(relation)
        ~ ".refs where name = '"
        ~ branch
        ~ "')"
    ) %}
{% endmacro %}
