{#-
    Removes the files of a model's own batches, and the tables beside the model. Files go first: as long
    as the table is there, a second removal finds them. Uploads go before both: the INSERT that aborts
    them needs the table. The folder above goes too if it is empty: that of tables dropped by hand.
-#}
{% macro _files_drop(relation, state) %}
    {% set batches = daybook._files_table(relation) %}
    {% set folder = daybook._storage(batches).location %}
    {% set depth = daybook.describe("table", batches).partition_by | length %}
    {% do daybook._abort_uploads(batches) %}
    {% do daybook._assert_still_locked(relation) %}
    {% do daybook._remove_directories(relation, [folder], 2) %}
    {% do daybook._assert_still_locked(relation) %}
    {% set tables = [batches] %}
    {#- 1 is the depth of hidden folders. -#}
    {% for each in (1, 2, depth) | unique %}
        {% do tables.append(daybook._removal_relation(relation, each)) %}
    {% endfor %}
    {% for name in state.beside %}
        {% do tables.append(daybook._relation_of(name)) %}
    {% endfor %}
    {% call daybook._execute() %}
        drop view if exists {{ daybook._log_relation(relation) }}
    {% endcall %}
    {% for table in tables %}
        {% call daybook._execute() %} drop table if exists {{ table }} {% endcall %}
    {% endfor %}
{% endmacro %}
