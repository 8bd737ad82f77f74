{#- How many rows a table has in each partition, or other numbers: [[partition, number, ...], ...]. The
    numbers are bigints; a row of zeros is left out. -#}
{% macro _count_by(table, partition_by, condition, numbers=["count(*)"]) %}
    {% set names = daybook.quoted_column(partition_by | map(attribute="0")) | join(
        ", "
    ) %}
    {% set query %}
        select to_json(struct(
            {{ daybook._partition_key(partition_by) }} as p,
            array({{ numbers | join(", ") }}) as n
        ))
        from {{ table }}
        where {{ condition }}
        {{ "group by " ~ names if names }}
    {% endset %}
    {% set partitions = [] %}
    {% for row in daybook.json_rows(query) if row.n | select | list %}
        {% do partitions.append([daybook.sorted_json(row.p)] + row.n) %}
    {% endfor %}
    {% do return(partitions | sort) %}
{% endmacro %}
