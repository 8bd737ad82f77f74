{#-
    A table that a pattern keeps beside its model. If it is lost between two runs, that costs time, and
    nothing else. It has a partition for each write, its part, with a number. A plan names the table as
    `beside`, so that remove_model drops it.
-#}
{% macro side_table(relation, suffix) %}
    {% do return(daybook._beside(relation, suffix)) %}
{% endmacro %}

{#- See write_part. -#}
{% macro _files_write_part(relation, table, columns, part, number, query, kept) %}
    {% do daybook._assert_still_locked(relation) %}
    {% do daybook._make_side_table(relation, table, columns, part) %}
    {% set of_part = "select *, " ~ number ~ "l as " ~ part ~ " from (" ~ query ~ ")" %}
    {% do daybook._insert_rows(table, of_part, "part of " ~ table.identifier) %}
    {% do daybook._assert_still_locked(relation) %}
    {% do return(daybook.drop_parts(table, part, kept + [number])) %}
{% endmacro %}

{#- Makes the table if there is none, or one with other columns. -#}
{% macro _make_side_table(relation, table, columns, part) %}
    {% do daybook._refuse_untyped_columns(relation, columns) %}
    {% if daybook._exists(table) %}
        {% set found = daybook.describe("table", table) %}
        {% set wanted = daybook.sorted_json(dict(columns, **{part: "bigint"})) %}
        {% if daybook.sorted_json(dict(found.columns)) | lower == wanted | lower %}
            {% do return("") %}
        {% elif found.partition_by != [part] %}
            {% call daybook.refuse(relation) %}
                there is another table {{ table }}, where the model keeps rows of its own: give one of
                them another name. Nothing was published
            {% endcall %}
        {% endif %}
        {% call daybook._execute() %} drop table if exists {{ table }} {% endcall %}
    {% endif %}
    {% set definitions = [] %}
    {% for column in columns %}
        {% do definitions.append(daybook._column_definition(column, columns[column])) %}
    {% endfor %}
    {% do daybook._create_schema_of(relation, table) %}
    {% call daybook._execute() %}
        create table if not exists {{ table }} (
            {{ definitions | join(", ") }}, {{ part }} bigint
        )
        using parquet
        partitioned by ({{ part }})
    {% endcall %}
{% endmacro %}

{#- Drops the parts that are not in `kept`. Returns the numbers of those that are left. -#}
{% macro drop_parts(table, part, kept) %}
    {% set left = [] %}
    {% for number in daybook.parts_of(table) %}
        {% if number in kept %} {% do left.append(number) %}
        {% else %}
            {% call daybook._execute() %}
                alter table {{ table }} drop if exists partition ({{ part }} = {{ number }})
            {% endcall %}
        {% endif %}
    {% endfor %}
    {% do return(left) %}
{% endmacro %}

{#- The numbers of the parts that a table has; none if it is another table. -#}
{% macro parts_of(table) %}
    {% set is_ours = (
        daybook._exists(table)
        and daybook.describe("table", table).partition_by | length == 1
    ) %}
    {% set parts = [] %}
    {% if is_ours %}
        {% for row in run_query("show partitions " ~ table) %}
            {% do parts.append(row[0].rpartition("=")[2] | int) %}
        {% endfor %}
    {% endif %}
    {% do return(parts) %}
{% endmacro %}
