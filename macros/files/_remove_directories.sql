{#-
    The one way in which SQL removes a directory: as a partition of a managed table, which is
    dropped. This table stands beside the lock, and its partitions are there for a moment only.
    If a run dies in that moment they stay, and still name what was to be removed: no id is used
    twice, so nothing else will ever be there.

    With a directory, Hive removes the empty ones above it, one for each level of the table but
    the first. For each it looks through everything in it, so the folder of a whole model is never
    among them.
-#}
{% macro _remove_directories(relation, directories, depth) %}
    {% if not directories %} {% do return(none) %} {% endif %}
    {% set table = daybook._removal_relation(relation, depth) %}
    {% set levels, zeros = [], [] %}
    {% for level in range(1, depth) %}
        {% do levels.append("level_" ~ level) %}
        {% do zeros.append("level_" ~ level ~ " = 0") %}
    {% endfor %}
    {% set keys = levels + ["number"] %}
    {% call daybook._execute() %}
        create table if not exists {{ table }} (nothing int, {{ keys | join(" bigint, ") }} bigint)
        using parquet partitioned by ({{ keys | join(", ") }})
    {% endcall %}
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
        {% do added.append(specs[-1] ~ " location " ~ daybook.quoted_text(directory)) %}
    {% endfor %}
    {% do daybook._alter_partitions(table, "add", added, " ") %}
    {% do daybook._alter_partitions(table, "drop if exists", specs, ", ") %}
{% endmacro %}

{% macro _removal_relation(relation, depth) %}
    {% set suffix = "__removed_" ~ depth %}
    {% do return(daybook._beside(relation, suffix, apart=true)) %}
{% endmacro %}

{% macro _remove_directories_of(batches, relation, directories) %}
    {% if directories %}
        {% set depth = daybook.describe("table", batches).partition_by | length %}
        {% do daybook._remove_directories(relation, directories, depth) %}
    {% endif %}
{% endmacro %}

{#- Unregisters all partitions of a batch. -#}
{% macro _drop_batch(relation, batch_id) %}
    {% set batches = daybook._files_table(relation) %}
    {% call daybook._execute() %}
        alter table {{ batches }} drop if exists partition (batch_id = {{ batch_id }})
    {% endcall %}
{% endmacro %}
