{#-
    The two sides that merge_snapshot puts together, and what follows for the run:

        columns    [[name, type], ...] of the snapshot; [] if they are not known
        posted     SQL of the published rows that the snapshot can meet; none if there are none
        since      the first day of the window, as SQL; none if no day leaves it
        plan       what the materialization has to know
-#}
{% macro _sides_of_run(arguments, so_far) %}
    {% set columns = daybook._columns_of_snapshot(arguments) %}
    {% if not daybook.may_read_rows() %}
        {% do return({"columns": columns, "plan": {}}) %}
    {% endif %}
    {% set published = so_far.state %}
    {% if not so_far.continues %}
        {% set published = dict(published, pointer={}) %}
    {% endif %}
    {#- The batch comes first: one that is published meanwhile is no part of what is read. -#}
    {% set input = daybook.read_whole_input(arguments.incoming, so_far) %}
    {% set snapshot = daybook._profile_of_snapshot(arguments, columns, so_far) %}
    {% set window = daybook._window_of_merge(arguments, columns, snapshot, published) %}
    {% do daybook._refuse_short_snapshot(
        arguments, window.rows, so_far.remembered.get("snapshot_rows")
    ) %}
    {% set adoption = (
        daybook.plan_adoption(arguments, input, snapshot, window)
        if arguments.strategy != "window"
        else none
    ) %}
    {% set has_expired = window.expired is not none %}
    {% set version = arguments.version ~ " >= " ~ snapshot.first_version %}
    {#- If all versions are higher than the published ones, the batch has every row of the snapshot
        except those that share a key. -#}
    {% set counts = {
        "of": "count_if(" ~ version ~ ")",
        "rows": window.rows,
        "why": "rows of the snapshot share their key with another of its rows, which was kept in their place",
    } %}
    {% do return(
        {
            "columns": columns,
            "posted": daybook._posted_side(columns, window.merged, published),
            "since": window.since,
            "plan": {
                "remembers": {
                    "merged_by": arguments.merged_by,
                    "snapshot_rows": window.rows,
                    "last_mark": snapshot.get("last_mark"),
                },
                "replaces": {"to": window.expired} if has_expired else {},
                "extends": has_expired,
                "counts": (
                    counts if snapshot.is_new and snapshot.rows else none
                ),
                "merges": window.merged if so_far.continues else none,
                "beside": adoption.beside if adoption else [],
                "borrows": adoption,
            },
        }
    ) %}
{% endmacro %}

{#- Where no question can be asked, the SQL finds the window itself. `posted` is a text only in a
    unit test: its rows of `this`. -#}
{% macro _sides_without_log(arguments) %}
    {% set day, posted = arguments.key[0], none %}
    {% set days = "select " ~ day ~ " from " ~ arguments.incoming %}
    {% if arguments.posted is string %}
        {% set posted = "select * from " ~ arguments.posted %}
        {% set days = days ~ " union all select " ~ day ~ " from " ~ arguments.posted %}
    {% endif %}
    {% set newest = "(select max(" ~ day ~ ") from (" ~ days ~ "))" %}
    {% set since = daybook._start_of_window(arguments, newest) %}
    {% if posted and since is not none %}
        {% set posted = posted ~ " where " ~ day ~ " >= " ~ since %}
    {% endif %}
    {% do return({"columns": [], "posted": posted, "since": since, "plan": {}}) %}
{% endmacro %}

{#- The rows of some published partitions, in the snapshot's columns. -#}
{% macro _posted_side(columns, pointer, published) %}
    {% if not pointer %} {% do return(none) %} {% endif %}
    {% set there = published.columns | map("lower") | list %}
    {% set selected = [] %}
    {% for name, type in columns %}
        {% set null = "cast(null as " ~ type ~ ") as " %}
        {% set is_there = name | lower in there %}
        {% do selected.append(
            ("" if is_there else null) ~ daybook.quoted_column(name)
        ) %}
    {% endfor %}
    {% set posted %}
        select {{ selected | join(", ") }}
        from {{ daybook.batches_table(this) }}
        where {{ daybook.pointer_condition(dict(published, pointer=pointer)) }}
    {% endset %}
    {% do return(posted) %}
{% endmacro %}
