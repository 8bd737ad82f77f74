{#- What a dead run left. A table of another model has other files. -#}
{% macro _drop_unfinished(relation, new) %}
    {% set entry = daybook._catalog_entry(new) %}
    {% if entry %}
        {% set batches = daybook._storage(daybook._files_table(relation)) %}
        {% set is_left = (
            entry.type != "VIEW"
            and daybook._is_made_by_us(new)
            and daybook._storage(new).location.rsplit("/", 2)[0]
            == batches.location.rsplit("/", 1)[0]
        ) %}
        {% if not is_left %}
            {% call daybook._refuse_unlocked(relation) %}
                daybook builds its table under the name {{ new }}, which is taken: rename the
                one that has it, or this model
            {% endcall %}
        {% endif %}
        {% call daybook._execute() %} drop table {{ new }} {% endcall %}
    {% endif %}
{% endmacro %}

{#- Made as Hive makes tables, which every engine on its metastore can read. The columns are in the
    order of the files, because some engines read ORC by position. The table has to have a folder, in
    which nothing is written. -#}
{% macro _create_partitioned_table(table, relation, state) %}
    {% set batches = daybook._files_table(relation) %}
    {% set types = dict(daybook.describe("table", batches).columns) %}
    {% set storage = daybook._storage(batches) %}
    {% set keys = state.partition_by | map("first") | list %}
    {% set columns = [] %}
    {% set shown = state.columns + ["posted_batch_id"] %}
    {% for column, type in types.items() if column in shown and column not in keys %}
        {% do columns.append(daybook._column_definition(column, type, relation)) %}
    {% endfor %}
    {% set partitioned_by = [] %}
    {% for column, type in state.partition_by %}
        {% do partitioned_by.append(daybook.quoted_column(column) ~ " " ~ type) %}
    {% endfor %}
    {% call daybook._execute() %}
        create external table {{ table }} ({{ columns | join(", ") }})
        partitioned by ({{ partitioned_by | join(", ") }})
        stored as {{ storage.format }}
        location {{ daybook.quoted_text(storage.location ~ "/_published") }}
        {{ daybook._comment_clause(daybook._relation_comment(relation)) }}
        tblproperties ('daybook.view' = 'partitions')
    {% endcall %}
{% endmacro %}

{#- The table itself says which it has: a run may have died after it added one. -#}
{% macro _add_new_columns(table, state) %}
    {% set described = daybook.describe("table", table).columns %}
    {% set there = described | map("first") | map("lower") | list %}
    {% set new = state.columns | map("lower") | reject("in", there) | list %}
    {% if new %}
        {% set batches = daybook._files_table(table) %}
        {% set types = dict(daybook.describe("table", batches).columns) %}
        {% set added = {} %}
        {% for column, type in types.items() if column | lower in new %}
            {% do added.update({column: type}) %}
        {% endfor %}
        {% do daybook._add_columns(table, added) %}
    {% endif %}
{% endmacro %}
