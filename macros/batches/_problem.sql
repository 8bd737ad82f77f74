{#- What is looked at between the write of a batch and its commit, and must never be published:
    as one sentence; none where all is well. -#}
{% macro _problem(partitions, partition_by, plan, publish) %}
    {% set names = partition_by | map(attribute="0") | join(", ") %}
    {% for partition, rows in partitions %}
        {% set values = fromjson(partition) %}
        {% if none in values %}
            {% do return(
                rows
                ~ " rows have NULL or empty text in their partition columns ("
                ~ names
                ~ "), where no reader would find them: give them a value"
            ) %}
        {% endif %}
        {% for value in values if ("'" in value and '"' in value) or value[-1] == "\\" %}
            {% do return(
                rows
                ~ " rows have the text "
                ~ value
                ~ " in their partition columns ("
                ~ names
                ~ "): Hive's metastore can't be asked for text with both ' and \", or with"
                ~ " \\ at its end. Replace these characters"
            ) %}
        {% endfor %}
        {#- In Derby and MySQL, x and x with a blank behind it are one name of a partition. -#}
        {% for value in values if publish == "partitions" and value[-1] == " " %}
            {% do return(
                rows
                ~ " rows have the text "
                ~ tojson(value)
                ~ " in their partition columns ("
                ~ names
                ~ "): with publish='partitions', not every metastore tells it from the text"
                ~ " without the blank at its end. Remove that"
            ) %}
        {% endfor %}
    {% endfor %}
    {% for input in plan.inputs %}
        {% set log = daybook._read_log(daybook._relation_of(input.model)) %}
        {#- Not up to `flipped`: the view shows a batch a moment before it says so. -#}
        {% set now = daybook._state(log, log.flipped if log.is_clone else none) %}
        {% if daybook._replaced_since(now, input.position) %}
            {% do return(
                input.model
                ~ " replaced rows while they were being read: run the model again"
            ) %}
        {% endif %}
    {% endfor %}
    {% do return(none) %}
{% endmacro %}

{#- Of the rows that the batch was to have, with those that it keeps; or what it has more. -#}
{% macro _what_is_not_there(counted, found) %}
    {% set rows = counted.rows - found %}
    {% if rows > 0 %} {% do return(rows ~ " " ~ counted.why) %}
    {% elif rows < 0 and counted.get("why_more") %}
        {% do return(-rows ~ " " ~ counted.why_more) %}
    {% endif %}
    {% do return(none) %}
{% endmacro %}

{#- Where a batch stands for whole partitions, it may not add to one that it leaves. -#}
{% macro _refuse_more_rows(relation, log, state, plan, partitions, replaced) %}
    {% for partition, rows in partitions
        if state.pointer.get(partition) and partition not in replaced %}
        {% do daybook._give_up(
            relation,
            log,
            rows ~ " new rows are of the partition " ~ fromjson(partition)
            | join(", ")
            ~ ", "
            ~ plan.whole_partitions
            ~ ". Nothing was published",
        ) %}
    {% endfor %}
{% endmacro %}
