{#- The partitions of a batch as it was written, with their rows: [[partition, rows], ...]. -#}
{% macro _partition_rows(batches, partition_by, batch_id) %}
    {% set own = daybook._filtered_by_spark("batch_id = " ~ batch_id) %}
    {% do return(daybook._count_by(batches, partition_by, own)) %}
{% endmacro %}

{#-
    What has been written since the last batch that the log knew: {partitions, others, strays}.

        partitions   of the new batch, as above, with the further numbers of each
        others       [numbers, ...] of the partitions that a further condition adds
        strays       the ids of batches that the log does not know: of a dead run of which it has lost
                     that it had begun. From now on it knows them, so that no range shows them
-#}
{% macro _rows_since(
    batches, state, partition_by, event, more="", numbers=["count(*)"]
) %}
    {% set last = state.ids | max | default(0, true) %}
    {% set counted = daybook._count_by(
        batches,
        partition_by + [["batch_id", "bigint"]],
        daybook._filtered_by_spark("batch_id > " ~ last ~ more),
        numbers,
    ) %}
    {% set known = daybook._batches_in(event) | map(attribute="batch_id") | list %}
    {% set partitions, others, strays = [], [], [] %}
    {% for row in counted %}
        {% set values = fromjson(row[0]) %}
        {% set id = values[-1] | int %}
        {% if id == event.batch_id %}
            {% do partitions.append([daybook._json(values[:-1])] + row[1:]) %}
        {% elif id <= last %} {% do others.append(row[1:]) %}
        {% elif id not in known + strays %} {% do strays.append(id) %}
        {% endif %}
    {% endfor %}
    {% set partitions = partitions | sort %}
    {% do return({"partitions": partitions, "others": others, "strays": strays}) %}
{% endmacro %}

{#- [[partition, number, ...], ...]. The numbers are bigints; a row of zeros is left out. -#}
{% macro _count_by(table, partition_by, condition, numbers=["count(*)"]) %}
    {% set names = daybook._columns(partition_by | map(attribute="0")) %}
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
    {% for row in daybook._json_rows(query) if row.n | select | list %}
        {% do partitions.append([daybook._json(row.p)] + row.n) %}
    {% endfor %}
    {% do return(partitions | sort) %}
{% endmacro %}
