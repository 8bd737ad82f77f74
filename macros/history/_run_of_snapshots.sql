{#-
    A run of a history of snapshots. It runs like any history, see _history_run.sql: its arrivals are what
    the snapshots change. Beside the arguments of a history, `given` has scope, deletes and largest_loss.
    The run also has

        arrivals      the rows of the snapshots
        joined        the columns that came later: {column: the last batch before it}. Snapshots posted
                      up to that batch lack it
        frames        SQL that reads the frames of the snapshots, see _frames_of_snapshots.sql
        follows_new   whether some new snapshot may follow another new one
        past_from     the first month whose ended versions are needed; none, if current ones are enough
-#}
{% macro _run_of_snapshots(so_far, arguments, layout, given) %}
    {% set before = so_far.built_with if so_far.built_with.interval else none %}
    {% set joined = daybook._joined_columns(so_far, layout, before) %}
    {% set quoted = {} %}
    {% for name in joined %}
        {% do quoted.update({daybook.quoted_column(name): joined[name]}) %}
    {% endfor %}
    {% set last = so_far.remembered.get("system_time") %}
    {% set run = dict(
        arguments,
        joined=quoted,
        deletes=given.deletes,
        largest_loss=given.largest_loss,
        last_system_time=last,
        earliest=last if arguments.late_system_time == "restamp" else none,
        published=(
            daybook._with_new_columns(arguments, before)
            if so_far.continues
            else none
        ),
        frames="daybook_frames",
        **layout
    ) %}
    {% set found = daybook._arrivals_of_snapshots(run) %}
    {% set arguments = dict(
        arguments,
        arrivals=found.arrivals,
        published=run.published,
        event_time=daybook.quoted_column("daybook_taken_at"),
        system_time=(
            daybook.quoted_column("daybook_recorded_at")
            if arguments.system_time
            else arguments.system_time
        ),
        ends_at=(
            daybook.quoted_column("daybook_ends_at") if found.late else none
        ),
        is_deleted=daybook.quoted_column("daybook_is_gone"),
        event_type=layout.event.type,
        system_type=layout.system.type if layout.system else none,
        processed_until=found.get("last_recorded_at"),
        remembers={"joined": joined} if joined else {},
        ctes=found.ctes,
        private_rows=daybook._times_of_snapshots(run),
        has_read=run.arrivals if found.is_written else "",
        beside=daybook._tables_of_snapshots() if found.is_written else [],
    ) %}
    {% do return(daybook._history_run(so_far, arguments, layout)) %}
{% endmacro %}

{#- The times of the snapshots that are not processed yet, as private rows of the history. -#}
{% macro _times_of_snapshots(run) %}
    {%- set own = {
        run.columns.valid_from: "daybook_taken_at",
        "history_part": "'snapshot'",
        "ended_month": "'9999-12'",
    } %}
    select
        {% for column in daybook._history_columns(run) -%}
            {{ column if column in run.scope else own.get(column, "null") }}
            as {{ column }} {{- ", " if not loop.last }}
        {% endfor %}
    from {{ run.frames }}
    where not daybook_is_again
{% endmacro %}
