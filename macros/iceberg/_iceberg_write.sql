{#- Writes the rows of a query on the branch of a batch. -#}
{% macro _iceberg_write(
    relation, layout, query, batch_id, keeps_posted_batch_id, name
) %}
    {% set posted = batch_id ~ "l" %}
    {% if keeps_posted_batch_id %}
        {% set posted = "coalesce(posted_batch_id, " ~ posted ~ ")" %}
    {% endif %}
    {% call statement(name) %}
        insert into {{ relation }}.branch_{{ daybook._branch_of(batch_id) }} by name
        select
        {{ layout.selected | join(",\n            ") }},
        {{ posted }} as posted_batch_id,
        {{ batch_id }}l as batch_id
        from ({{ "\n" ~ query ~ "\n" }})
    {% endcall %}
{% endmacro %}

{#- What is on the branch: see _files_check. After a lost connection, dbt-spark may send an INSERT again, and
    both have written: Spark names the files of one write alike. -#}
{% macro _iceberg_check(
    relation, state, partition_by, event, more="", numbers=["count(*)"]
) %}
    {% set writers %}
        count(distinct regexp_extract(
            substring_index(_file, '/', -1), '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}', 0
        ))
    {%- endset %}
    {% set counted = daybook._count_by(
        relation ~ ".branch_" ~ daybook._branch_of(event.batch_id),
        partition_by + [["batch_id", "bigint"]],
        "(batch_id = " ~ event.batch_id ~ more ~ ")",
        numbers + [writers],
    ) %}
    {% set partitions, others = [], [] %}
    {% for row in counted %}
        {% set values = fromjson(row[0]) %}
        {% set is_own = values[-1] | int == event.batch_id %}
        {% if is_own and row[-1] > 1 %}
            {% do daybook._iceberg_roll_back(relation, event, true) %}
            {% call daybook.refuse(relation) %}
                its connection was lost, and the statement that writes its rows was sent twice. Nothing was
                published: run it again
            {% endcall %}
        {% elif is_own %}
            {% do partitions.append([daybook.sorted_json(values[:-1])] + row[1:-1]) %}
        {% else %} {% do others.append(row[1:-1]) %}
        {% endif %}
    {% endfor %}
    {% do return({"partitions": partitions | sort, "others": others, "strays": []}) %}
{% endmacro %}

{#- A partition whose value is NULL could not be named. -#}
{% macro _iceberg_problem(relation, partitions, partition_by, publish) %}
    {% set names = partition_by | map("first") | join(", ") %}
    {% for partition, rows in partitions if none in fromjson(partition) %}
        {% set problem %}
            {{ rows }} rows have NULL in their partition columns ({{ names }}), where no run would find
            them again: give them a value
        {% endset %}
        {% do return(daybook._one_line(problem)) %}
    {% endfor %}
    {% do return(none) %}
{% endmacro %}
