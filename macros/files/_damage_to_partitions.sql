{#- Compares the partitions of an external table, by name, with those that its log asks for. Their rows
    are those of the batches. -#}
{% macro _damage_to_partitions(relation, log, state) %}
    {% if not daybook._is_ours(log.entry, "partitions") %}
        {% do return([["its table is gone", "recover makes it again"]]) %}
    {% endif %}
    {% set shown, expected, texts = [], [], [] %}
    {% for row in run_query("show partitions " ~ relation) %}
        {% do shown.append(daybook._values_at(row[0])) %}
    {% endfor %}
    {% for partition, ids in daybook._pointer_of(
        state, private=false
    ).items() if ids %}
        {% do expected.append(fromjson(partition) | map("string") | list) %}
    {% endfor %}
    {% for values in expected if values not in shown %}
        {% do texts.append("lacks the partition " ~ values | join(", ")) %}
    {% endfor %}
    {% for values in shown if values not in expected %}
        {% do texts.append("has an unexpected partition " ~ values | join(", ")) %}
    {% endfor %}
    {% do return(daybook._damaged_table(texts)) %}
{% endmacro %}

{#- Whether each of them shows the folder of its batch. -#}
{% macro _damage_to_locations(relation, log, counted) %}
    {% set state = log.state %}
    {% if state.publish != "partitions" %} {% do return([]) %} {% endif %}
    {% set shown = daybook._counted_files(relation, state.partition_by) %}
    {% set texts = [] %}
    {% for partition, ids in daybook._pointer_of(
        state, private=false
    ).items() if ids %}
        {% set values = fromjson(partition) %}
        {% set batch = counted.get(daybook.sorted_json(values + [ids[0] | string])) %}
        {% if batch and batch.folders != (shown.get(partition) or {}).folders %}
            {% set named = "shows the partition " ~ values | join(", ") %}
            {% do texts.append(named ~ " from another folder than that of its batch") %}
        {% endif %}
    {% endfor %}
    {% do return(daybook._damaged_table(texts)) %}
{% endmacro %}

{% macro _damaged_table(texts) %}
    {% set to_do = "drop the table, which has no files of its own, and recover" %}
    {% set damage = [] %}
    {% for text in texts %}
        {% do damage.append(["its table " ~ text, to_do]) %}
    {% endfor %}
    {% do return(damage) %}
{% endmacro %}
