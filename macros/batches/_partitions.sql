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
    {% if daybook._is_ours(found, "partitions") and daybook._grows(shown, state) %}
        {% do daybook._add_external_columns(table, state) %}
        {% do daybook._move_partitions(table, relation, shown, state) %}
    {% else %}
        {#- Made beside it: until it is whole, readers find what is there. -#}
        {% set new = table.incorporate(
            path={"identifier": table.identifier ~ "__new"}
        ) %}
        {% do daybook._run("drop table if exists " ~ new) %}
        {% do daybook._create_external(new, relation, state) %}
        {% do daybook._move_partitions(new, relation, {"pointer": {}}, state) %}
        {% do daybook._clear_name(table, found) %}
        {% do daybook._run("alter table " ~ new ~ " rename to " ~ table) %}
    {% endif %}
{% endmacro %}

{#- From one state to another. -#}
{% macro _move_partitions(table, relation, shown, state) %}
    {% set before = daybook._pointer_of(shown, private=false) %}
    {% set after = daybook._pointer_of(state, private=false) %}
    {% set locations = daybook._locations(relation, state, before, after) %}
    {% set specs = {"moved": [], "added": [], "gone": []} %}
    {% for partition, location in locations.items() %}
        {% set spec = daybook._partition_spec(partition, state.partition_by) %}
        {% set location = "location " ~ daybook._quoted(location) %}
        {% if before.get(partition) %}
            {% do specs.moved.append(spec ~ " set " ~ location) %}
        {% else %} {% do specs.added.append(spec ~ " " ~ location) %}
        {% endif %}
    {% endfor %}
    {% for partition, ids in before.items() if ids and not after.get(partition) %}
        {% do specs.gone.append(partition) %}
    {% endfor %}
    {% for spec in specs.moved %}
        {% do daybook._run("alter table " ~ table ~ " " ~ spec) %}
    {% endfor %}
    {% do daybook._alter_partitions(table, "add if not exists", specs.added, " ") %}
    {% do daybook._drop_partitions(table, specs.gone, state.partition_by) %}
{% endmacro %}

{#- A hundred partitions a statement. -#}
{% macro _alter_partitions(table, verb, specs, separator) %}
    {% for some in specs | batch(100) %}
        {% do daybook._run(
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
    {% set locations, of_batches = {}, {} %}
    {% set batches = daybook._batches_relation(relation) %}
    {% for partition, ids in after.items() if ids and ids != before.get(partition) %}
        {% set id = ids[0] %}
        {% if id in state.adopted %}
            {% set key = tojson(fromjson(partition) + [id]) %}
            {% set spec = daybook._partition_spec(
                key, state.partition_by + [["batch_id", "bigint"]]
            ) %}
            {% do locations.update(
                {partition: daybook._storage(batches ~ " " ~ spec).location}
            ) %}
        {% else %} {% do of_batches.setdefault(id, []).append(partition) %}
        {% endif %}
    {% endfor %}
    {% if not of_batches %} {% do return(locations) %} {% endif %}
    {% set folder = daybook._storage(batches).location %}
    {% for id, partitions in of_batches.items() %}
        {% for path in daybook._paths_of_batch(batches, id) %}
            {% set partition = daybook._partition_at(path) %}
            {% if partition in partitions %}
                {% do locations.update({partition: folder ~ "/" ~ path}) %}
            {% endif %}
        {% endfor %}
    {% endfor %}
    {% do return(locations) %}
{% endmacro %}

{#- day=2015-12-01/word=a%3Ab/batch_id=7 as the log names a partition: without the batch_id. -#}
{% macro _partition_at(path) %}
    {% do return(tojson(daybook._values_at(path)[:-1])) %}
{% endmacro %}

{#- Its values, with the characters that a path can't have. -#}
{% macro _values_at(path) %}
    {% set values = [] %}
    {% for part in path.split("/") %}
        {% set text = namespace(value=part.partition("=")[2]) %}
        {% set codes = modules.re.findall("%([0-9A-F]{2})", text.value) | unique %}
        {#- The sign itself comes last, for it makes no new codes then. -#}
        {% for code in codes | reject("equalto", "25") | list + ["25"] %}
            {% set sign = "%c" % code | int(base=16) %}
            {% set text.value = text.value.replace("%" ~ code, sign) %}
        {% endfor %}
        {% do values.append(text.value) %}
    {% endfor %}
    {% do return(values) %}
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

{#- What the metastore takes of a Spark table, and not of one of Hive's. -#}
{% macro _check_for_hive(relation, types) %}
    {% for column, type in types.items() %}
        {% set why = (
            "its type " ~ type ~ " is not one of Hive's: cast it"
            if modules.re.search(
                "timestamp_ntz|interval|variant|\\btime\\(", type
            )
            else (
                "Hive has no column with , ; or : in its name: alias it"
                if modules.re.search("[,;:]", column)
                else none
            )
        ) %}
        {% if why %}
            {% do daybook._bad_option(
                relation,
                "publish",
                "partitions",
                "column " ~ column ~ ": " ~ why,
            ) %}
        {% endif %}
    {% endfor %}
{% endmacro %}

{#- Made as Hive makes tables, which every engine on its metastore can read. -#}
{% macro _create_external(table, relation, state) %}
    {% set batches = daybook._batches_relation(relation) %}
    {% set described = daybook._described("table", batches) %}
    {% set types = dict(described.columns) %}
    {% set definitions = [] %}
    {% set partitioned = state.partition_by | map("first") | list %}
    {% for column in state.columns + ["posted_batch_id"] if column not in partitioned %}
        {% do definitions.append(daybook._column_definition(column, types[column])) %}
    {% endfor %}
    {% set keys = [] %}
    {% for column, type in state.partition_by %}
        {% do keys.append(daybook._column(column) ~ " " ~ type) %}
    {% endfor %}
    {% do daybook._run(
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

{#- The table is asked what it has: a run may have died after it was added. -#}
{% macro _add_external_columns(table, state) %}
    {% set there = [] %}
    {% for column, type in daybook._described("table", table).columns %}
        {% do there.append(column | lower) %}
    {% endfor %}
    {% set definitions = [] %}
    {% for column in state.columns if column | lower not in there %}
        {% set types = dict(
            daybook._described(
                "table", daybook._batches_relation(table)
            ).columns
        ) %}
        {% do definitions.append(daybook._column_definition(column, types[column])) %}
    {% endfor %}
    {% if definitions %}
        {% do daybook._run(
            "alter table " ~ table ~ " add columns (" ~ definitions
            | join(", ") ~ ")"
        ) %}
    {% endif %}
{% endmacro %}
