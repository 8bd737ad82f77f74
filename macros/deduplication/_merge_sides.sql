{#-
    The two sides that merge_snapshot puts together, and what follows for the run:

        columns    [[name, type], ...] of the snapshot; [] if they are not known
        selected   the same as SQL
        posted     SQL of the published rows that the snapshot can meet; none if there are none
        since      the first day of the window, as SQL; none if no day leaves it
        plan       what the materialization has to know
        adoption   the same of a snapshot that is to be adopted, see _adopt_snapshot.sql
-#}
{% macro _sides_of_run(arguments, so_far) %}
    {% set columns = daybook._columns_of_snapshot(arguments) %}
    {% set sides = {
        "columns": columns,
        "selected": daybook._column(columns | map("first")) | join(", "),
        "plan": {},
    } %}
    {% if not daybook._may_read_rows() %} {% do return(sides) %} {% endif %}
    {% set state = so_far.state %}
    {% set published = state if so_far.continues else dict(state, pointer={}) %}
    {#- The batch comes first: one that is published meanwhile is no part of what is read. -#}
    {% set input = daybook._whole_input(arguments.incoming, so_far) %}
    {% set snapshot = daybook._profile_of_snapshot(arguments, columns, so_far) %}
    {% do daybook._refuse_snapshot(arguments, snapshot) %}
    {% set window = daybook._window_of_merge(arguments, columns, snapshot, published) %}
    {% do daybook._refuse_short_snapshot(
        arguments, window.rows, so_far.remembered.get("snapshot_rows")
    ) %}
    {% set merged = daybook._partitions_to_merge(snapshot, window, published) %}
    {% set plan = daybook._plan_of_merge(arguments, snapshot, window) %}
    {% set sides = dict(
        sides,
        posted=daybook._posted_side(columns, merged, published),
        plan=dict(plan, merges=merged if so_far.continues else none),
    ) %}
    {% if window.first_day is not none %}
        {% set since = daybook._literal(window.first_day, window.type) %}
        {% set sides = dict(sides, since=since) %}
    {% endif %}
    {% if arguments.strategy != "window" %}
        {% set adoption = daybook._adoption(arguments, input, snapshot, window) %}
        {% set plan = dict(sides.plan, beside=adoption.beside) %}
        {% set sides = dict(sides, adoption=adoption, plan=plan) %}
    {% endif %}
    {% do return(sides) %}
{% endmacro %}

{#- If all versions are higher than the published ones, the batch has every row of the snapshot
    except those that share a key. -#}
{% macro _plan_of_merge(arguments, snapshot, window) %}
    {% set has_expired = window.expired is not none %}
    {% set counts = none %}
    {% if snapshot.is_new and snapshot.rows %}
        {% set counts = {
            "of": "count_if("
            ~ arguments.version
            ~ " >= "
            ~ snapshot.first_version
            ~ ")",
            "rows": window.rows,
            "why": "rows of the snapshot share their key with another of its rows, which was kept in their place",
        } %}
    {% endif %}
    {% do return(
        {
            "remembers": {
                "merged_by": arguments.merged_by,
                "snapshot_rows": window.rows,
                "last_mark": snapshot.get("last_mark"),
            },
            "replaces": {"to": window.expired} if has_expired else {},
            "extends": has_expired,
            "counts": counts,
        }
    ) %}
{% endmacro %}

{#- Where no question can be asked, the SQL finds the window itself. `posted` is a text only in a
    unit test: its rows of `this`. -#}
{% macro _sides_without_log(arguments) %}
    {% set posted = (
        "select * from " ~ arguments.posted
        if arguments.posted is string
        else none
    ) %}
    {% set day = arguments.key[0] %}
    {% set newest %}
        (
            select max({{ day }})
            from (
                select {{ day }} from {{ arguments.incoming }}
                {% if posted %} union all select {{ day }} from ({{ posted }}) {% endif %}
            )
        )
    {% endset %}
    {% do return(
        {
            "columns": [],
            "selected": "*",
            "posted": posted,
            "since": daybook._start_of_window(arguments, newest),
            "plan": {},
        }
    ) %}
{% endmacro %}

{#- The published partitions of the days that the snapshot has, with their batches. What was not
    merged by the same key may have keys twice, on any day. -#}
{% macro _partitions_to_merge(snapshot, window, published) %}
    {% set days = snapshot.days | map(attribute="day") | list %}
    {% set pointer = {} %}
    {% for partition, ids in published.pointer.items() if ids %}
        {% set day = fromjson(partition) | first %}
        {% if day is undefined or daybook._is_from(
            day, window.first_day, window.type
        ) and (day in days or not snapshot.is_merged_alike) %}
            {% do pointer.update({partition: ids}) %}
        {% endif %}
    {% endfor %}
    {% do return(pointer) %}
{% endmacro %}

{#- Their rows, in the snapshot's columns. -#}
{% macro _posted_side(columns, pointer, published) %}
    {% if not pointer %} {% do return(none) %} {% endif %}
    {% set there = published.columns | map("lower") | list %}
    {% set selected = [] %}
    {% for name, type in columns %}
        {#- The window is a filter around this query, and the metastore must not answer it. -#}
        {% do selected.append(
            daybook._shown_columns([name], published.partition_by)
            if name | lower in there
            else "cast(null as " ~ type ~ ") as " ~ daybook._column(name)
        ) %}
    {% endfor %}
    {% set posted %}
        select {{ selected | join(", ") }}
        from {{ daybook._batches_relation(this) }}
        where {{ daybook._pointer_predicate(dict(published, pointer=pointer)) }}
    {% endset %}
    {% do return(posted) %}
{% endmacro %}
