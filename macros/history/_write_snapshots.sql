{#- Writes the frames of the snapshots, see _frames_of_snapshots.sql, and returns the SQL that reads
    them. -#}
{% macro _write_frames(run) %}
    {% set time = run.event.type %}
    {% set recorded = daybook._type_of_recorded(run) %}
    {% set columns = dict(
        daybook._types_of(run, run.scope),
        daybook_taken_at=time,
        daybook_recorded_at=recorded,
        daybook_copies="bigint",
        daybook_hash="bigint",
        daybook_before_at=time,
        daybook_before_posted="bigint",
        daybook_is_late="boolean",
        daybook_after_at=time,
        daybook_is_again="boolean",
    ) %}
    {% for name in daybook._counts_of_snapshots(run) %}
        {% set type = recorded if name.endswith("_recorded_at") else "bigint" %}
        {% do columns.update({"daybook_" ~ name: type}) %}
    {% endfor %}
    {% set query = daybook._frames_of_snapshots(run) %}
    {% do return(daybook._written_part("__snapshots", columns, query)) %}
{% endmacro %}

{#- Writes the changes, refuses what no history can be made of, and returns the SQL that reads them. -#}
{% macro _write_changes(run) %}
    {% set columns = dict(
        daybook._types_of(run, run.key + run["values"]),
        daybook_taken_at=run.event.type,
        daybook_recorded_at=daybook._type_of_recorded(run),
        daybook_kind="string",
        daybook_is_gone="boolean",
        daybook_is_new="boolean",
        daybook_ends_at=run.event.type,
    ) %}
    {% set changes = daybook._written_part(
        "__changes", columns, daybook._changes_of_snapshots(run)
    ) %}
    {% do daybook._refuse_snapshots(run, changes) %}
    {% do return(changes) %}
{% endmacro %}

{#- The keys of both tables, as a plan has them. -#}
{% macro _tables_of_snapshots() %}
    {% set keys = [] %}
    {% for suffix in ("__snapshots", "__changes") %}
        {% do keys.append(daybook.model_key(daybook.side_table(this, suffix))) %}
    {% endfor %}
    {% do return(keys) %}
{% endmacro %}

{#- Writes the only part of a table, with a number that is higher than those of its parts. -#}
{% macro _written_part(suffix, columns, query) %}
    {% set table = daybook.side_table(this, suffix) %}
    {% set started_at = run_started_at.timestamp() | int %}
    {% set number = ([started_at] + daybook.parts_of(table)) | max + 1 %}
    {% do daybook.write_part(this, table, columns, "daybook_part", number, query, []) %}
    {% do return(
        "(select * from " ~ table ~ " where daybook_part = " ~ number ~ ")"
    ) %}
{% endmacro %}

{% macro _type_of_recorded(run) %}
    {% do return(run.system.type if run.system_time else "int") %}
{% endmacro %}

{% macro _types_of(run, columns) %}
    {% set types = {} %}
    {% for column in columns %}
        {% set name = daybook.bare_name(column) %}
        {% do types.update({name: daybook.type_of(name, run.described)}) %}
    {% endfor %}
    {% do return(types) %}
{% endmacro %}
