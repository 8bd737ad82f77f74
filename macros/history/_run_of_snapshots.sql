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
        past_from="",
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

{% macro _changes_table() %}
    {% do return(daybook.side_table(this, "__arrivals")) %}
{% endmacro %}

{#-
    What a query finds in the new snapshots:

        late        how many have a later one beside them, or before them
        past_from   the first month whose ended versions say what a known snapshot had, if one of
                    them is late or comes again; otherwise, current versions say it, and it is none

    Rows that lack a column are refused.
-#}
{% macro _look_at_snapshots(run) %}
    {% set needed, names = [], [run.event_time] + run.key %}
    {% for column in names %}
        {% do needed.append([daybook.bare_name(column), "", column ~ " is null"]) %}
    {% endfor %}
    {% set query %}
        with {{ daybook._ctes_of_snapshots(run) }}
        select to_json(struct(
            count(*) as events,
            array(
                {%- for _, _, lacking in needed %}
                    count_if({{ lacking }}){{ "," if not loop.last }}
                {%- endfor %}
            ) as counts,
            (
                select min({{ daybook._month_of("daybook_from", run.event) }})
                from (
                    select
                        case
                            when daybook_is_again then daybook_taken_at
                            when daybook_after.is_known
                            then coalesce(daybook_before.at, daybook_after.at)
                        end as daybook_from
                    from daybook_frames
                )
                where daybook_from is not null
            ) as past_from,
            (select count_if(daybook_after is not null) from daybook_frames) as late
        ))
        from {{ run.snapshots }}
    {% endset %}
    {% set found = daybook.json_rows(query)[0] %}
    {% do daybook._refuse_unplaced(found, needed, rows="rows of snapshots") %}
    {% do return({"late": found.late, "past_from": found.get("past_from")}) %}
{% endmacro %}

{#- Writes the changes, refuses what no history can be made of, and returns the SQL that reads them. -#}
{% macro _written_changes(run) %}
    {% set table, part = daybook._changes_table(), "daybook_part" %}
    {% set started_at = run_started_at.timestamp() | int %}
    {% set number = ([started_at] + daybook.parts_of(table)) | max + 1 %}
    {% set columns = {} %}
    {% for column in run.key + run["values"] + run.type_1 %}
        {% set name = daybook.bare_name(column) %}
        {% do columns.update({name: daybook.type_of(name, run.described)}) %}
    {% endfor %}
    {% do columns.update({daybook.bare_name(run.event_time): run.event.type}) %}
    {% if run.system_time %}
        {% do columns.update({daybook.bare_name(run.system_time): run.system.type}) %}
    {% endif %}
    {% do columns.update(
        {
            "daybook_is_gone": "boolean",
            "daybook_kind": "string",
            "daybook_joins_at": run.event.type,
            "daybook_taken_at": run.event.type,
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
                group by {{ run.scope | join(", ") or "()" }}

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
