{#-
    What has been written since the last batch that the log knew: {partitions, others, strays}.

        partitions   of the new batch, with their rows and further numbers: [[partition, rows, ...], ...]
        others       [numbers, ...] of the partitions that a further condition adds
        strays       the ids of batches that the log does not know: of a dead run of which it has lost
                     that it had begun. From now on it knows them, so that no range shows them
-#}
{% macro _files_check(
    relation, state, partition_by, event, more="", numbers=["count(*)"]
) %}
    {% set last = state.ids | max | default(0, true) %}
    {% set counted = daybook._count_by(
        daybook._files_table(relation),
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
            {% do partitions.append([daybook.sorted_json(values[:-1])] + row[1:]) %}
        {% elif id <= last %} {% do others.append(row[1:]) %}
        {% elif id not in known + strays %} {% do strays.append(id) %}
        {% endif %}
    {% endfor %}
    {% set partitions = partitions | sort %}
    {% do return({"partitions": partitions, "others": others, "strays": strays}) %}
{% endmacro %}
