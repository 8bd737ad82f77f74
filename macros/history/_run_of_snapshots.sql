{#-
    A run of a history of snapshots: that of any history, see _history_run.sql, on what the snapshots
    change. In a run, these changes are written into the table <model>__changes first: to compare whole
    snapshots is most of the work, and the history asks about its arrivals several times.

    Beside the arguments of a history, `given` has scope, deletes and largest_loss. The run also has

        arrivals    the rows of the snapshots
        joined      the columns that the history has not had from its beginning: {column: the last batch
                    before it joined}. A snapshot that this batch or an earlier one posted lacks it.
-#}
{% macro _run_of_snapshots(so_far, arguments, layout, given) %}
    {% set joined = daybook._joined_columns(so_far, layout) %}
    {% set quoted = {} %}
    {% for name, batch in joined.items() %}
        {% do quoted.update({daybook.quoted_column(name): batch}) %}
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
            daybook._with_new_columns(arguments, so_far.built_with)
            if so_far.continues
            else none
        ),
        past_from="0000-00",
        has_late=true,
        has_known=so_far.continues,
        has_copies=true,
        **layout
    ) %}
    {#- Unless this is a run, there may be all of that, and all months may be needed. -#}
    {% set found = {"late": true} %}
    {% if daybook.may_read_rows() %}
        {% set found = daybook._look_at_snapshots(run) %}
        {% do run.update(
            {
                "past_from": found.past_from,
                "has_late": found.late > 0,
                "has_known": found.again > 0,
                "has_copies": found.copied > 0,
            }
        ) %}
        {% if found.lack_column %}
            {% do run.update({"published": daybook._with_joined_columns(run)}) %}
        {% endif %}
    {% endif %}
    {% set changes = (
        daybook._write_changes(run)
        if found.events
        else "(" ~ daybook._changes_of_snapshots(run) ~ ")"
    ) %}
    {% set arguments = dict(
        arguments,
        arrivals="(select * from "
        ~ changes
        ~ " where daybook_kind = 'changed')",
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
        processed_until=found.processed_until,
        remembers={"joined": joined} if joined else {},
        private_rows=daybook._times_of_snapshots(run),
        beside=[daybook.model_key(daybook._changes_table())],
    ) %}
    {% do return(daybook._history_run(so_far, arguments, layout)) %}
{% endmacro %}

{#- {column: the last batch before it joined} of those that joined before, and of those that join now. -#}
{% macro _joined_columns(so_far, layout) %}
    {% set joined = dict(so_far.remembered.get("joined") or {}) %}
    {% if so_far.continues %}
        {% set last = (so_far.state.pointer.values() | sum(start=[]) + [0]) | max %}
        {% for column in layout["values"] | reject("in", so_far.built_with["values"]) %}
            {% do joined.update({daybook.bare_name(column): last}) %}
        {% endfor %}
    {% endif %}
    {% do return(joined) %}
{% endmacro %}

{#- The published history, in which the current versions have the joined columns as the next snapshot has
    them, if the one before it lacks them: that a column appears makes no version. -#}
{% macro _with_joined_columns(run) %}
    {%- set scope = daybook._followed_by_commas(run.scope) -%}
    (
        with
            {{ daybook._ctes_of_snapshots(run) }},

            daybook_following as (

                select
                    {{ run.key | join(", ") }},
                    any_value(daybook_row) as daybook_row,
                    any_value(daybook_before_posted) as daybook_before_posted
                from daybook_rows
                inner join
                    (
                        select
                            {{ scope }} daybook_before_posted,
                            daybook_taken_at as daybook_at
                        from daybook_frames
                        where
                            daybook_before_posted is not null
                            and not daybook_is_again
                            and daybook_after_at is null
                    ) using ({{ scope }} daybook_at)
                group by {{ run.key | join(", ") }}

            )

        select
            history.* except ({{ run.joined | join(", ") }}),
            {% for column, batch in run.joined.items() -%}
                if(
                    daybook_before_posted <= {{ batch }},
                    daybook_row.{{ column }},
                    history.{{ column }}
                ) as {{ column }} {{- "," if not loop.last }}
            {% endfor %}
        from {{ run.published }} as history
        left join
            daybook_following on history.history_part = 'current'
            {%- for column in run.key %}
                and history.{{ column }} = daybook_following.{{ column }}
            {%- endfor %}
            {%- for column in run["values"] %}
                and (
                    history.{{ column }} <=> daybook_row.{{ column }}
                    {%- if column in run.joined %}
                        or daybook_before_posted <= {{ run.joined[column] }}
                    {%- endif %}
                )
            {%- endfor %}
    )
{% endmacro %}
