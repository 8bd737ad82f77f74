{#-
    A run of a history of snapshots: that of any history, see _history_run.sql, on what the snapshots
    change. In a run, these changes are written into the table <model>__arrivals first: to compare whole
    snapshots is most of the work, and the history asks about its arrivals several times.

    Beside the arguments of a history, `given` has scope, deletes and largest_loss.
-#}
{% macro _run_of_snapshots(so_far, arguments, layout, given) %}
    {% set published_layout = so_far.built_with if so_far.continues else none %}
    {% set before = (published_layout or layout)["values"] %}
    {% set run = dict(
        arguments,
        snapshots=arguments.arrivals,
        published=none,
        added=layout["values"] | reject("in", before) | list,
        past_from="0000-00",
        deletes=given.deletes,
        largest_loss=given.largest_loss,
        **layout
    ) %}
    {% if so_far.continues %}
        {% set published = daybook._with_new_columns(arguments, published_layout) %}
        {% set run = dict(run, published=published) %}
        {% if run.added %}
            {% set published = daybook._with_columns_of_snapshots(run) %}
            {% set run = dict(run, published=published) %}
        {% endif %}
    {% endif %}
    {% set joins = true %}
    {% if daybook.may_read_rows() %}
        {% set found = daybook._look_at_snapshots(run) %}
        {% set joins, run = found.late > 0, dict(run, past_from=found.past_from) %}
        {% set changes = daybook._written_changes(run) %}
    {% else %} {% set changes = "(" ~ daybook._changes_of_snapshots(run) ~ ")" %}
    {% endif %}
    {% set of_kinds = " where daybook_kind in ('changed', 'resumed'))" %}
    {% set arguments = dict(
        arguments,
        arrivals="(select * from " ~ changes ~ of_kinds,
        published=run.published,
        joins=joins,
        joins_at=daybook.quoted_column("daybook_joins_at") if joins else none,
        is_deleted=daybook.quoted_column("daybook_is_gone"),
        event_type=layout.event.type,
        system_type=layout.system.type if layout.system else none,
        private_rows=daybook._times_of_snapshots(run),
        beside=[daybook.model_key(daybook._changes_table())],
    ) %}
    {% do return(daybook._history_run(so_far, arguments, layout)) %}
{% endmacro %}

{#- The published history, in which the current versions have the new columns as the next snapshot has
    them: that a column appears makes no version. -#}
{% macro _with_columns_of_snapshots(run) %}
    {%- set others = run["values"] | reject("in", run.added) | list -%}
    {%- set scope = daybook._followed_by_commas(run.scope) -%}
    (
        with
            {{ daybook._ctes_of_snapshots(run) }},

            daybook_next as (

                select {{ scope }} min(daybook_taken_at) as daybook_at
                from daybook_frames
                where daybook_after is null and not daybook_is_again
                {% if run.scope %} group by {{ run.scope | join(", ") }} {% endif %}

            )

        select
            history.* except ({{ run.added | join(", ") }}),
            {% for column in run.added -%}
                daybook_row.{{ column }} as {{ column }} {{- "," if not loop.last }}
            {% endfor %}
        from {{ run.published }} as history
        left join
            (
                select *
                from daybook_rows
                left semi join daybook_next using ({{ scope }} daybook_at)
            ) as daybook_following
            on history.history_part = 'current'
            {%- for column in run.key %}
                and history.{{ column }} = daybook_following.{{ column }}
            {%- endfor %}
            {%- for column in others %}
                and history.{{ column }} <=> daybook_following.daybook_row.{{ column }}
            {%- endfor %}
    )
{% endmacro %}
