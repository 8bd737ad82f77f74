{#-
    publish="partitions": the model is an external table, for engines that share the metastore
    and cannot read Spark's views. Each of its partitions has the directory of a batch:

        ... partition (month = '2015-12')  location .../month=2015-12/batch_id=1449847129

    One statement sets one partition, so a batch of several does not show at one instant. What has
    to be set is the difference from what the log says readers see; repeated after a death, it
    comes to the same. Returns the table's entry.
-#}
{% macro _publish_as_partitions(relation, log, shown, state) %}
    {% set table, entry = relation.incorporate(type="table"), log.entry %}
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
        {% do daybook._assert_still_locked(relation) %}
        {% do daybook._clear_name(table, entry) %}
        {% call daybook._execute() %} alter table {{ new }} rename to {{ table }} {% endcall %}
    {% endif %}
    {#- The table names the position last: if this is lost, the next run sets its partitions again. -#}
    {% do daybook._assert_still_locked(relation) %}
    {% call daybook._execute() %}
        alter table {{ table }} set tblproperties ('daybook.position' = '{{ state.position }}')
    {% endcall %}
    {% do return(daybook._catalog_entry(table)) %}
{% endmacro %}

{#- Sets the partitions that differ between two states. Each is added first, because a partition
    that readers should have may have been dropped by hand. -#}
{% macro _move_partitions(table, relation, shown, state) %}
    {% set difference = daybook.pointer_difference(
        daybook._pointer_of(shown, private=false),
        daybook._pointer_of(state, private=false),
    ) %}
    {% set pointer, added, moved, gone = {}, [], [], [] %}
    {% for partition, batches in difference.items() %}
        {% if batches.after %} {% do pointer.update({partition: batches.after}) %}
        {% else %} {% do gone.append(partition) %}
        {% endif %}
    {% endfor %}
    {% for partition, location in daybook._files_lend(
        relation, state, pointer
    ).items() %}
        {% set spec = daybook._partition_spec(partition, state.partition_by) %}
        {% set place = "location " ~ daybook.quoted_text(location) %}
        {% do added.append(spec ~ " " ~ place) %}
        {% if difference[partition].before %}
            {% do moved.append(spec ~ " set " ~ place) %}
        {% endif %}
    {% endfor %}
    {% do daybook._assert_still_locked(relation) %}
    {% do daybook._alter_partitions(table, "add if not exists", added, " ") %}
    {% for change in moved %}
        {% do daybook._assert_still_locked(relation) %}
        {% call daybook._execute() %} alter table {{ table }} {{ change }} {% endcall %}
    {% endfor %}
    {% do daybook._assert_still_locked(relation) %}
    {% do daybook._drop_partitions(table, gone, state.partition_by) %}
{% endmacro %}
