{#-
    The arrivals of a history of snapshots. In a run that has rows, frames and changes are written into
    tables beside the model first: to compare whole snapshots is most of the work, and the history asks
    about its arrivals several times. Elsewhere, they are CTEs of the history's query. Completes the run
    with what it finds, and returns what _look_at_snapshots finds, with

        arrivals      SQL that reads the arrivals
        ctes          what this SQL needs before it
        is_written    whether frames and changes are written
-#}
{% macro _arrivals_of_snapshots(run) %}
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
    {% do return(
        dict(
            found,
            arrivals="(select * from " ~ changes ~ " where " ~ is_change ~ ")",
            ctes=ctes,
            is_written=has_rows,
        )
    ) %}
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
