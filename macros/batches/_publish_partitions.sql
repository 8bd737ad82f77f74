{#-
    publish="partitions": the model is an external table, for engines that share the metastore
    and cannot read Spark's views. Each of its partitions has the directory of a batch:

        ... partition (month = '2015-12')  location .../month=2015-12/batch_id=1449847129

    One statement sets one partition, so a batch of several does not show at one instant. What has
    to be set is the difference from what the log says readers see; repeated after a death, it
    comes to the same.
-#}
{% macro _publish_as_partitions(relation, shown, state) %}
    {% set table = relation.incorporate(type="table") %}
    {% set entry = daybook._catalog_entry(table) %}
    {% set count = shown.columns | length %}
    {#- A table cannot lose a column. -#}
    {% set keeps_columns = (
        shown.publish == "partitions"
        and state.columns[:count] == shown.columns
    ) %}
    {% if daybook._is_ours(entry, "partitions") and keeps_columns %}
        {% do daybook._add_new_columns(table, state) %}
        {% do daybook._move_partitions(table, relation, shown, state) %}
    {% else %}
        {#- Made beside the old one: until it is complete, readers see what is there. -#}
        {% set name = table.identifier ~ "__unfinished" %}
        {% set new = table.incorporate(path={"identifier": name}) %}
        {% do daybook._drop_unfinished(relation, new) %}
        {% do daybook._create_partitioned_table(new, relation, state) %}
        {% do daybook._move_partitions(new, relation, {"pointer": {}}, state) %}
        {% do daybook._assert_not_overtaken(relation) %}
        {% do daybook._clear_name(table, entry) %}
        {% call daybook._execute() %} alter table {{ new }} rename to {{ table }} {% endcall %}
    {% endif %}
{% endmacro %}

{#- What a dead run left. A table of another model has other files. -#}
{% macro _drop_unfinished(relation, new) %}
    {% set entry = daybook._catalog_entry(new) %}
    {% if entry %}
        {% set batches = daybook._storage(daybook._batches_relation(relation)) %}
        {% set is_left = (
            entry.type != "VIEW"
            and daybook._is_made_by_us(new)
            and daybook._storage(new).location.rsplit("/", 2)[0]
            == batches.location.rsplit("/", 1)[0]
        ) %}
        {% if not is_left %}
            {#- In an operation, no hook releases it. -#}
            {% do daybook._release_lock(relation) %}
            {% call daybook._refuse(relation) %}
                daybook builds its table under the name {{ new }}, which is taken: rename the
                one that has it, or this model
            {% endcall %}
        {% endif %}
        {% call daybook._execute() %} drop table {{ new }} {% endcall %}
    {% endif %}
{% endmacro %}

{#- Sets the partitions that differ between two states. Each is added first, because a partition
    that readers should have may have been dropped by hand. -#}
{% macro _move_partitions(table, relation, shown, state) %}
    {% set before = daybook._pointer_of(shown, private=false) %}
    {% set after = daybook._pointer_of(state, private=false) %}
    {% set added, moved, gone = [], [], [] %}
    {% for partition, location in daybook._partition_locations(
        relation, state, before, after
    ).items() %}
        {% set spec = daybook._partition_spec(partition, state.partition_by) %}
        {% set place = "location " ~ daybook._quoted(location) %}
        {% do added.append(spec ~ " " ~ place) %}
        {% if before.get(partition) %}
            {% do moved.append(spec ~ " set " ~ place) %}
        {% endif %}
    {% endfor %}
    {% for partition, ids in before.items() if ids and not after.get(partition) %}
        {% do gone.append(partition) %}
    {% endfor %}
    {% do daybook._assert_not_overtaken(relation) %}
    {% do daybook._alter_partitions(table, "add if not exists", added, " ") %}
    {% for change in moved %}
        {% do daybook._assert_not_overtaken(relation) %}
        {% call daybook._execute() %} alter table {{ table }} {{ change }} {% endcall %}
    {% endfor %}
    {% do daybook._assert_not_overtaken(relation) %}
    {% do daybook._drop_partitions(table, gone, state.partition_by) %}
{% endmacro %}

{#- Where the files are that a partition shows from now on: {partition: location}. -#}
{% macro _partition_locations(relation, state, before, after) %}
    {% set batches = daybook._batches_relation(relation) %}
    {% set partition_by = state.partition_by + [["batch_id", "bigint"]] %}
    {% set locations, files = {}, {} %}
    {% for partition, ids in after.items() if ids and ids != before.get(partition) %}
        {% if ids[0] in state.adopted %}
            {% set of_batch = tojson(fromjson(partition) + [ids[0]]) %}
            {% set spec = daybook._partition_spec(of_batch, partition_by) %}
            {% set storage = daybook._storage(batches ~ " " ~ spec) %}
            {% do locations.update({partition: storage.location}) %}
        {% else %} {% do files.update({partition: ids[:1]}) %}
        {% endif %}
    {% endfor %}
    {% for directory in daybook._registered_directories(batches, files) %}
        {% do locations.update({directory.partition: directory.path}) %}
    {% endfor %}
    {% do return(locations) %}
{% endmacro %}

{#- Made as Hive makes tables, which every engine on its metastore can read. The columns are in the
    order of the files, because some engines read ORC by position. The table has to have a folder, in
    which nothing is written. -#}
{% macro _create_partitioned_table(table, relation, state) %}
    {% set batches = daybook._batches_relation(relation) %}
    {% set types = dict(daybook._described("table", batches).columns) %}
    {% set storage = daybook._storage(batches) %}
    {% set keys = state.partition_by | map("first") | list %}
    {% set columns = [] %}
    {% set shown = state.columns + ["posted_batch_id"] %}
    {% for column, type in types.items() if column in shown and column not in keys %}
        {% do columns.append(daybook._column_definition(column, type, relation)) %}
    {% endfor %}
    {% set partitioned_by = [] %}
    {% for column, type in state.partition_by %}
        {% do partitioned_by.append(daybook._column(column) ~ " " ~ type) %}
    {% endfor %}
    {% call daybook._execute() %}
        create external table {{ table }} ({{ columns | join(", ") }})
        partitioned by ({{ partitioned_by | join(", ") }})
        stored as {{ storage.format }}
        location {{ daybook._quoted(storage.location ~ "/_published") }}
        {{ daybook._comment_clause(daybook._relation_comment(relation)) }}
        tblproperties ('daybook.view' = 'partitions')
    {% endcall %}
{% endmacro %}

{#- The table itself says which it has: a run may have died after it added one. -#}
{% macro _add_new_columns(table, state) %}
    {% set described = daybook._described("table", table).columns %}
    {% set there = described | map("first") | map("lower") | list %}
    {% set new = state.columns | map("lower") | reject("in", there) | list %}
    {% if new %}
        {% set batches = daybook._batches_relation(table) %}
        {% set types = dict(daybook._described("table", batches).columns) %}
        {% set added = {} %}
        {% for column, type in types.items() if column | lower in new %}
            {% do added.update({column: type}) %}
        {% endfor %}
        {% do daybook._add_columns(table, added) %}
    {% endif %}
{% endmacro %}
