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

{#- What is on the branch: see _files_check. Nothing else can be there. -#}
{% macro _iceberg_check(
    relation, state, partition_by, event, more="", numbers=["count(*)"]
) %}
    {% set branch = daybook._branch_of(event.batch_id) %}
    {% set counted = daybook._count_by(
        relation ~ ".branch_" ~ branch,
        partition_by + [["batch_id", "bigint"]],
        "(batch_id = " ~ event.batch_id ~ more ~ ")",
        numbers,
    ) %}
    {% do daybook._refuse_sent_twice(relation, state, branch) %}
    {% set partitions, others = [], [] %}
    {% for row in counted %}
        {% set values = fromjson(row[0]) %}
        {% if values[-1] | int == event.batch_id %}
            {% do partitions.append([daybook.sorted_json(values[:-1])] + row[1:]) %}
        {% else %} {% do others.append(row[1:]) %}
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

{#- After a lost connection, dbt-spark may send a statement again by HTTP, and both of them have written:
    then the branch has more than one snapshot since it began. -#}
{% macro _refuse_sent_twice(relation, state, branch) %}
    {% if daybook._profile_setting("method") != "http" %}
        {% do return(none) %}
    {% endif %}
    {% set parents = {} %}
    {% for snapshot in daybook._snapshots(relation, "true") %}
        {% do parents.update({snapshot.id: snapshot.parent}) %}
    {% endfor %}
    {% set head = daybook._snapshot_of_branch(relation, branch) %}
    {% set head = daybook._snapshots(relation, "snapshot_id = " ~ head)[0] %}
    {#- On a new table, the branch begins with a snapshot without rows. -#}
    {% set is_first = (
        head.parent == state.snapshot
        if state.snapshot
        else parents.get(head.parent) is none
    ) %}
    {% if not is_first %}
        {% call daybook.refuse(relation) %}
            its connection was lost, and the statement that writes its rows was sent twice. Nothing was
            published: run it again
        {% endcall %}
    {% endif %}
{% endmacro %}
