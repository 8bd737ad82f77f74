{#-
    Partitions in statements: added, dropped, and named as ALTER TABLE asks for it. A hundred of
    them go into one statement.
-#}
{% macro _alter_partitions(table, verb, specs, separator) %}
    {% for some in specs | batch(100) %}
        {% call daybook._execute() %}
            alter table {{ table }} {{ verb }} {{ some | join(separator) }}
        {% endcall %}
    {% endfor %}
{% endmacro %}

{#- partition (`month` = '2015-12') -#}
{% macro _partition_spec(partition, partition_by) %}
    {% set values = daybook._partition_values(partition, partition_by) %}
    {% do return("partition (" ~ values | join(", ") ~ ")") %}
{% endmacro %}

{#-
    Drops partitions of an external table, each given as the JSON of its values.

    Hive looks for what to drop by a pattern in which . is any character: 1.0 finds 1-0 too. So a
    partition with such a value is renamed first, for which Hive takes the value as it is.
-#}
{% macro _drop_partitions(table, partitions, partition_by) %}
    {% set unused = daybook._epoch_now() * 100000 %}
    {% set specs = [] %}
    {% for partition in partitions %}
        {% set spec = daybook._partition_spec(partition, partition_by) %}
        {% if "." not in partition %} {% do specs.append(spec) %}
        {% elif daybook._is_registered(table, fromjson(partition), spec) %}
            {% do specs.append(
                daybook._renamed_partition(
                    table, partition, partition_by, unused + loop.index
                )
            ) %}
        {% endif %}
    {% endfor %}
    {% do daybook._alter_partitions(table, "drop if exists", specs, ", ") %}
{% endmacro %}

{#- Whether the partition itself is among those that SHOW PARTITIONS finds by the pattern. -#}
{% macro _is_registered(table, values, spec) %}
    {% set texts = values | map("string") | list %}
    {% for row in run_query("show partitions " ~ table ~ " " ~ spec)
        if daybook._values_at(row[0]) == texts %}
        {% do return(true) %}
    {% endfor %}
    {% do return(false) %}
{% endmacro %}

{#- Gives a partition a name that can be dropped; returns how to drop it. In a batches table its id
    becomes a negative one, which no reader asks for. In another table the partition is emptied
    first, so that no reader finds its rows under the new name. -#}
{% macro _renamed_partition(table, partition, partition_by, number) %}
    {% set spec = daybook._partition_spec(partition, partition_by) %}
    {% set values = fromjson(partition) %}
    {% if partition_by[-1][0] == "batch_id" %}
        {% set values = values[:-1] + [-number] %}
        {% set to_drop = "partition (batch_id = -" ~ number ~ ")" %}
    {% else %}
        {% set renamed = [] %}
        {% for value in values %}
            {% set has_point = "." in value | string %}
            {% do renamed.append("daybook-" ~ number if has_point else value) %}
        {% endfor %}
        {% set values = renamed %}
        {% set to_drop = daybook._partition_spec(
            daybook.sorted_json(values), partition_by
        ) %}
        {% set empty = daybook._storage(table).location ~ "/" ~ number %}
        {% call daybook._execute() %}
            alter table {{ table }} {{ spec }} set location {{ daybook.quoted_text(empty) }}
        {% endcall %}
    {% endif %}
    {% call daybook._execute() %}
        alter table {{ table }} {{ spec }}
        rename to {{ daybook._partition_spec(daybook.sorted_json(values), partition_by) }}
    {% endcall %}
    {% do return(to_drop) %}
{% endmacro %}
