{#-
    The partitions that have files, in the order of their values:

        key           the partition as the log names it
        at            its values
        order         its values as Spark compares them: numbers as numbers, texts by their bytes, days by
                      their year first, which has a sign after 9999 and before 0
        seen, hidden  the batches that readers see in it, and those that they do not
-#}
{% macro _ordered_partitions(state, files) %}
    {% set types = state.partition_by | map(attribute="1") | list %}
    {% set keys = files | list %}
    {% set partitions = [] %}
    {% for at in fromjson("[" ~ keys | join(", ") ~ "]") %}
        {% set key = keys[loop.index0] %}
        {% set seen = set(state.pointer.get(key, [])) %}
        {% set order = [] %}
        {% for value in at %}
            {% do order.append(daybook._sortable(value, types[loop.index0])) %}
        {% endfor %}
        {% do partitions.append(
            {
                "key": key,
                "at": at,
                "order": order,
                "seen": seen,
                "hidden": set(files[key]).difference(seen),
            }
        ) %}
    {% endfor %}
    {% do return(partitions | sort(attribute="order", case_sensitive=true)) %}
{% endmacro %}
