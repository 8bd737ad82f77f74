{#- Writes the changes, refuses what no history can be made of, and returns the SQL that reads them. -#}
{% macro _write_changes(run) %}
    {% set table, part = daybook._changes_table(), "daybook_part" %}
    {% set started_at = run_started_at.timestamp() | int %}
    {% set number = ([started_at] + daybook.parts_of(table)) | max + 1 %}
    {% set columns = {} %}
    {% for column in run.key + run["values"] %}
        {% set name = daybook.bare_name(column) %}
        {% do columns.update({name: daybook.type_of(name, run.described)}) %}
    {% endfor %}
    {% do columns.update(
        {
            "daybook_taken_at": run.event.type,
            "daybook_recorded_at": (
                run.system.type if run.system_time else "int"
            ),
            "daybook_is_gone": "boolean",
            "daybook_kind": "string",
            "daybook_before_at": run.event.type,
            "daybook_follows_known": "boolean",
            "daybook_ends_at": run.event.type,
        }
    ) %}
    {% do daybook.write_part(
        this,
        table,
        columns,
        part,
        number,
        daybook._changes_of_snapshots(run),
        [],
    ) %}
    {% set written = (
        "(select * from " ~ table ~ " where " ~ part ~ " = " ~ number ~ ")"
    ) %}
    {% do daybook._refuse_snapshots(run, written) %}
    {% do return(written) %}
{% endmacro %}

{% macro _changes_table() %}
    {% do return(daybook.side_table(this, "__changes")) %}
{% endmacro %}
