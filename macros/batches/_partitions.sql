{#-
    publish="partitions": the model is an external table, for engines that share the metastore
    and cannot read Spark's views. Each of its partitions stands at a directory of a batch:

        ... partition (month = '2015-12')  location .../month=2015-12/batch_id=1449847129

    One statement sets one partition, so a batch of several does not show at one instant. What
    has to be set is the difference to what the log says is shown; repeated after a death, it
    comes to the same.
-#}
{% macro _set_partitions(relation, log, state) %}
    {% set table = relation.incorporate(type="table") %}
    {% set found = daybook._found(table) %}
    {% set shown = daybook._state(log, log.flipped) %}
    {% if not daybook._is_ours(found, "partitions") or not daybook._grows(
        shown, state
    ) %}
        {% do daybook._clear_name(table, found) %}
        {% do daybook._create_external(table, state) %}
        {% set shown = dict(shown, pointer={}, columns=state.columns) %}
    {% endif %}
    {% do daybook._add_external_columns(table, shown, state) %}
    {% set before = daybook._pointer_of(shown, private=false) %}
    {% set after = daybook._pointer_of(state, private=false) %}
    {% set locations = daybook._locations(relation, state, before, after) %}
    {% set specs = {"moved": [], "added": [], "gone": []} %}
    {% for partition in dict(before, **after) %}
        {% set spec = daybook._partition_spec(partition, state.partition_by) %}
        {% if partition in locations %}
            {% set location = "location " ~ daybook._quoted(locations[partition]) %}
            {% if before.get(partition) %}
                {% do specs.moved.append(spec ~ " set " ~ location) %}
            {% else %} {% do specs.added.append(spec ~ " " ~ location) %}
            {% endif %}
        {% elif before.get(partition) and not after.get(partition) %}
            {% do specs.gone.append(spec) %}
        {% endif %}
    {% endfor %}
    {% for spec in specs.moved %}
        {% do run_query("alter table " ~ table ~ " " ~ spec) %}
    {% endfor %}
    {% do daybook._alter_partitions(table, "add if not exists", specs.added, " ") %}
    {% do daybook._alter_partitions(table, "drop if exists", specs.gone, ", ") %}
{% endmacro %}

{#- A hundred partitions a statement. -#}
{% macro _alter_partitions(table, verb, specs, separator) %}
    {% for some in specs | batch(100) %}
        {% do run_query(
            "alter table " ~ table ~ " " ~ verb ~ " " ~ some | join(separator)
        ) %}
    {% endfor %}
{% endmacro %}

{#- Whether all columns that are shown remain: a table cannot lose one. -#}
{% macro _grows(shown, state) %}
    {% do return(
        shown.publish == "partitions"
        and state.columns[: shown.columns | length] == shown.columns
    ) %}
{% endmacro %}

{#- Where the files are that a partition shows from now on: {partition: location}. -#}
{% macro _locations(relation, state, before, after) %}
    {% set ids = [] %}
    {% for partition, shown in after.items() if shown and shown != before.get(partition) %}
        {% do ids.extend(shown) %}
    {% endfor %}
    {% if not ids %} {% do return({}) %} {% endif %}
    {% set locations = {} %}
    {% for row in daybook._json_rows(
        "select to_json(struct("
        ~ daybook._partition_key(state.partition_by)
        ~ " as p, batch_id as b, url_decode(replace(min(_metadata.file_path), '+', '%2B')) as f)) from "
        ~ daybook._batches_relation(relation)
        ~ " where batch_id in ("
        ~ ids
        | unique
        | join(", ")
        ~ ") group by batch_id, "
        ~ daybook._columns(state.partition_by | map("first"))
    ) if after.get(tojson(row.p)) == [row.b] and before.get(tojson(row.p)) != [row.b] %}
        {% do locations.update({tojson(row.p): row.f.rpartition("/")[0]}) %}
    {% endfor %}
    {% do return(locations) %}
{% endmacro %}

{#- partition (`month` = '2015-12'), as ALTER TABLE asks for it. -#}
{% macro _partition_spec(partition, partition_by) %}
    {% set values = [] %}
    {% for value in fromjson(partition) %}
        {% set column, type = partition_by[loop.index0] %}
        {% do values.append(
            daybook._column(column) ~ " = " ~ daybook._literal(value, type)
        ) %}
    {% endfor %}
    {% do return("partition (" ~ values | join(", ") ~ ")") %}
{% endmacro %}

{#- Made as Hive makes tables, which every engine on its metastore can read. -#}
{% macro _create_external(table, state) %}
    {% set batches = daybook._batches_relation(table) %}
    {% set described = daybook._described("table", batches) %}
    {% set types = dict(described.columns) %}
    {% set definitions = [] %}
    {% set partitioned = state.partition_by | map("first") | list %}
    {% for column in state.columns + ["posted_batch_id"] if column not in partitioned %}
        {% do definitions.append(daybook._column(column) ~ " " ~ types[column]) %}
    {% endfor %}
    {% set keys = [] %}
    {% for column, type in state.partition_by %}
        {% do keys.append(daybook._column(column) ~ " " ~ type) %}
    {% endfor %}
    {% do run_query(
        "create external table " ~ table ~ " (" ~ definitions
        | join(", ") ~ ") partitioned by (" ~ keys
        | join(", ")
        ~ ") stored as "
        ~ daybook._storage(batches).format
        ~ " location "
        ~ daybook._quoted(daybook._storage(batches).location ~ "/_published")
        ~ " tblproperties ('daybook.view' = 'partitions')"
    ) %}
{% endmacro %}

{% macro _add_external_columns(table, shown, state) %}
    {% set added = state.columns | reject("in", shown.columns) | list %}
    {% if added %}
        {% set types = dict(
            daybook._described(
                "table", daybook._batches_relation(table)
            ).columns
        ) %}
        {% set definitions = [] %}
        {% for column in added %}
            {% do definitions.append(daybook._column(column) ~ " " ~ types[column]) %}
        {% endfor %}
        {% do run_query(
            "alter table " ~ table ~ " add columns (" ~ definitions
            | join(", ") ~ ")"
        ) %}
    {% endif %}
{% endmacro %}
