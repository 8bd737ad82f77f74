{#-
    The one way in which SQL removes a directory: as a partition of a managed table, which is
    dropped. This table stands beside the lock, and its partitions are there for a moment only.
    Where a run dies in that moment they stay, and still name what was to be removed: no id is
    used twice, so nothing else will ever be there.

    With a directory, Hive removes the empty ones above it, one for each level of the table but
    the first. For each it looks through all that is in it, so the folder of a whole model is
    never among them.
-#}
{% macro _remove_directories(relation, directories, depth) %}
    {% if not directories %} {% do return(none) %} {% endif %}
    {% set table = daybook._removal_relation(relation, depth) %}
    {% set levels, zeros = [], [] %}
    {% for level in range(1, depth) %}
        {% do levels.append("level_" ~ level) %}
        {% do zeros.append("level_" ~ level ~ " = 0") %}
    {% endfor %}
    {% do daybook._run(
        "create table if not exists "
        ~ table
        ~ " (nothing int, "
        ~ (levels + ["number"])
        | join(" bigint, ")
        ~ " bigint) using parquet partitioned by ("
        ~ (levels + ["number"])
        | join(", ") ~ ")"
    ) %}
    {% set left = [] %}
    {% for row in run_query("show partitions " ~ table) %}
        {% set number = row[0].rpartition("number=")[2] %}
        {% do left.append("partition (number = " ~ number ~ ")") %}
    {% endfor %}
    {% do daybook._alter_partitions(table, "drop if exists", left, ", ") %}
    {% set added, specs = [], [] %}
    {% for directory in directories %}
        {% set values = zeros + ["number = " ~ loop.index] %}
        {% do specs.append("partition (" ~ values | join(", ") ~ ")") %}
        {% do added.append(specs[-1] ~ " location " ~ daybook._quoted(directory)) %}
    {% endfor %}
    {% do daybook._alter_partitions(table, "add", added, " ") %}
    {% do daybook._alter_partitions(table, "drop if exists", specs, ", ") %}
{% endmacro %}

{% macro _removal_relation(relation, depth) %}
    {% do return(
        daybook._beside(
            relation, "__removed_" ~ depth, relation.schema ~ "__daybook"
        )
    ) %}
{% endmacro %}

{#-
    Drops partitions of an external table, each given as the JSON of its values.

    Hive looks for what to drop by a pattern in which . is any character: 1.0 finds 1-0 too. So
    where a value has one, the partition is renamed first, for which Hive takes the value as it
    is. Of a batches table the id becomes a negative one, which no reader asks for; of another
    table the partition is emptied before, so that no reader finds its rows under that name.
-#}
{% macro _drop_partitions(table, partitions, partition_by) %}
    {% set has_batches = partition_by[-1][0] == "batch_id" %}
    {% set unused = daybook._epoch_now() * 100000 %}
    {% set specs = [] %}
    {% for partition in partitions %}
        {% set spec = daybook._partition_spec(partition, partition_by) %}
        {% set values = fromjson(partition) %}
        {% set is_found = "." not in partition %}
        {% if is_found %} {% do specs.append(spec) %}
        {% elif daybook._is_registered(table, values, spec) %}
            {% set number = unused + loop.index %}
            {% set renamed = [] %}
            {% for value in values %}
                {% do renamed.append(
                    -number
                    if loop.last and has_batches
                    else (
                        "daybook-" ~ number
                        if "." in value | string and not has_batches
                        else value
                    )
                ) %}
            {% endfor %}
            {% set other = daybook._partition_spec(tojson(renamed), partition_by) %}
            {% if not has_batches %}
                {% do daybook._run(
                    "alter table "
                    ~ table
                    ~ " "
                    ~ spec
                    ~ " set location "
                    ~ daybook._quoted(
                        daybook._storage(table).location ~ "/" ~ number
                    )
                ) %}
            {% endif %}
            {% do daybook._run(
                "alter table " ~ table ~ " " ~ spec ~ " rename to " ~ other
            ) %}
            {% do specs.append(
                "partition (batch_id = -" ~ number ~ ")"
                if has_batches
                else other
            ) %}
        {% endif %}
    {% endfor %}
    {% do daybook._alter_partitions(table, "drop if exists", specs, ", ") %}
{% endmacro %}

{#- What SHOW PARTITIONS finds by the pattern has to be looked through. -#}
{% macro _is_registered(table, values, spec) %}
    {% set texts = values | map("string") | list %}
    {% for row in run_query("show partitions " ~ table ~ " " ~ spec)
        if daybook._values_at(row[0]) == texts %}
        {% do return(true) %}
    {% endfor %}
    {% do return(false) %}
{% endmacro %}
