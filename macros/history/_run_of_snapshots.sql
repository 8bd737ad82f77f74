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

    In a run that has rows, frames and changes are written into tables beside the model first: to compare
    whole snapshots is most of the work, and the history asks about its arrivals several times. Elsewhere,
    they are CTEs of the history's query.
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
    {% set may_read = daybook.may_read_rows() %}
    {% set has_rows = may_read and daybook._has_rows(run.arrivals) %}
    {#- Unless this is a run, some snapshots may be late. -#}
    {% set found = {"late": not may_read, "follows_new": not may_read} %}
    {% set ctes, past_from = [], none %}
    {% if has_rows %}
        {% do run.update({"frames": daybook._write_frames(run)}) %}
        {% set found = daybook._look_at_snapshots(run) %}
    {% else %}
        {% do ctes.append(
            "daybook_frames as (" ~ daybook._frames_of_snapshots(run) ~ ")"
        ) %}
    {% endif %}
    {% if found.late %}
        {% set frames = daybook._frames_with_late_ones(run) %}
        {% if not has_rows %}
            {% do ctes.append("daybook_frames_with_late_ones as " ~ frames) %}
            {% set frames = "daybook_frames_with_late_ones" %}
        {% endif %}
        {% do run.update({"frames": frames}) %}
    {% endif %}
    {% if has_rows and (found.late or found.again) %}
        {% set past_from = daybook._first_month_before(run) %}
    {% elif not may_read %} {% set past_from = "0000-00" %}
    {% endif %}
    {% do run.update({"follows_new": found.follows_new, "past_from": past_from}) %}
    {% if found.lack_column %}
        {% do run.update({"published": daybook._with_joined_columns(run)}) %}
    {% endif %}
    {% if has_rows %} {% set changes = daybook._write_changes(run) %}
    {% elif may_read %} {% set changes = daybook._no_changes(run) %}
    {% else %}
        {% do ctes.append(
            "daybook_changes as (" ~ daybook._changes_of_snapshots(run) ~ ")"
        ) %}
        {% set changes = "daybook_changes" %}
    {% endif %}
    {#- In a unit test, nothing else can refuse. -#}
    {% set is_change = "daybook_kind = 'changed'" %}
    {% if daybook.current_phase() == "unit_test" %}
        {% set is_change -%}
            if({{ is_change }}, true, raise_error('a key comes twice in a snapshot'))
        {%- endset %}
    {% endif %}
    {% set arguments = dict(
        arguments,
        arrivals="(select * from " ~ changes ~ " where " ~ is_change ~ ")",
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
        ctes=ctes,
        private_rows=daybook._times_of_snapshots(run),
        has_read=run.arrivals if has_rows else "",
        beside=daybook._tables_of_snapshots() if has_rows else [],
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

{#- Of snapshots without rows. -#}
{% macro _no_changes(run) %}
    (
        select
            {{ (run.key + run["values"]) | join(", ") }},
            {{ daybook._moment_of_snapshot(run) }} as daybook_taken_at,
            {{ daybook._recorded_at(run) }} as daybook_recorded_at,
            'changed' as daybook_kind,
            false as daybook_is_gone
        from {{ run.arrivals }}
        where false
    )
{%- endmacro %}

{% macro _has_rows(rows) %}
    {% set query %}
        select to_json(array(1)) from {{ rows }} limit 1
    {% endset %}
    {% do return(daybook.json_rows(query) | length > 0) %}
{% endmacro %}
