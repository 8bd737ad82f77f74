{#- The private ones among some partitions: the first value says so. -#}
{% macro _private_of(partitions, private) %}
    {% set kept = [] %}
    {% for partition in partitions if private and fromjson(partition)[0] in private %}
        {% do kept.append(partition) %}
    {% endfor %}
    {% do return(kept) %}
{% endmacro %}

{#- The pointer with its public partitions alone, or with its private ones. -#}
{% macro _pointer_of(state, private) %}
    {% if not state.private %}
        {% do return({} if private else state.pointer) %}
    {% endif %}
    {% set kept = daybook._private_of(state.pointer, state.private) %}
    {% set pointer = {} %}
    {% for partition, ids in state.pointer.items() if (partition in kept) == private %}
        {% do pointer.update({partition: ids}) %}
    {% endfor %}
    {% do return(pointer) %}
{% endmacro %}

{#- What differs between two pointers: {partition: {before, after, gone, added}} of the partitions that
    do not show the same batches. Each of the four is a list of batch ids. -#}
{% macro pointer_difference(before, after) %}
    {% set difference = {} %}
    {% for partition in dict(before, **after) %}
        {% set old = before.get(partition, []) %}
        {% set new = after.get(partition, []) %}
        {% set gone = old | reject("in", new) | list %}
        {% set added = new | reject("in", old) | list %}
        {% if gone or added %}
            {% do difference.update(
                {
                    partition: {
                        "before": old,
                        "after": new,
                        "gone": gone,
                        "added": added,
                    }
                }
            ) %}
        {% endif %}
    {% endfor %}
    {% do return(difference) %}
{% endmacro %}

{#- How many rows are published in some partitions. -#}
{% macro rows_of_pointer(state, partitions) %}
    {% set rows = [] %}
    {% for partition in partitions %}
        {% for id in state.pointer[partition] %}
            {% do rows.append(state.rows[partition ~ id]) %}
        {% endfor %}
    {% endfor %}
    {% do return(rows | sum) %}
{% endmacro %}
