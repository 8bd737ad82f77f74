{#- Writes a part. Only the parts in `kept` stay beside it. Returns the numbers of those that the table
    has then: a part without rows makes no partition. A run that has lost its lock drops nothing, because
    the run that has it now may read the table.

        columns   {name: type} of the query
        part      the column of the number -#}
{% macro write_part(relation, table, columns, part, number, query, kept) %}
    {% do return(
        daybook._store(relation).write_part(
            relation, table, columns, part, number, query, kept
        )
    ) %}
{% endmacro %}
