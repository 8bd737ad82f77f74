{#-
    What snapshots change, as arrivals: a row for each key in which a snapshot differs from the one before
    it. If one comes after it that was there before, the key has a row at its time, too, with what that one
    has said. A key that is gone has NULL for its values.

        daybook_joins_at   the time of the snapshot after it, if that says the same
        daybook_kind   changed, resumed; or what is refused: twice, for a key that comes twice in a
                       snapshot, and other, if there are two different snapshots of one time
        daybook_taken_at   when the snapshot was taken
-#}
{% macro _changes_of_snapshots(run) %}
    {%- set key = run.key | join(", ") -%}
    {%- set scope = daybook._followed_by_commas(run.scope) -%}
    {%- set frame -%}
        daybook_taken_at,
        daybook_recorded_at,
        daybook_batches,
        daybook_is_again,
        daybook_follows_known,
        daybook_after_at
    {%- endset %}
    with
        {{ daybook._ctes_of_snapshots(run) }},

        daybook_states as ({{ daybook._states_of_snapshots(run) }}),

        daybook_compared as (

            select
                {{ key }},
                {{ frame }},
                {% for role in ("at", "before", "after") -%}
                    any_value(daybook_row) filter (
                        where daybook_role = '{{ role }}'
                    ) as daybook_{{ role }},
                    count_if(daybook_role = '{{ role }}') as daybook_rows_{{ role }},
                {% endfor -%}
                min(daybook_row) filter (where daybook_role = 'at')
                <=> max(daybook_row) filter (
                    where daybook_role = 'at'
                ) as daybook_is_one
            from daybook_states
            inner join daybook_roles using ({{ scope }} daybook_at, daybook_is_known)
            group by {{ key }}, {{ frame }}

        ),

        daybook_judged as (

            select
                *,
                case
                    when daybook_rows_at > daybook_batches
                    then 'twice'
                    when
                        daybook_rows_at between 1 and daybook_batches - 1
                        or not daybook_is_one
                        or daybook_is_again
                        and {{ daybook._differs_from(run, "before") }}
                    then 'other'
                end as daybook_problem,
                {{ daybook._differs_from(run, "before") }} as daybook_is_changed,
                {{ daybook._differs_from(run, "after") }} as daybook_differs_after
            from daybook_compared

        )

    select
        {{ key }},
        {% for column in run["values"] + run.type_1 -%}
            daybook_line.row.{{ column }} as {{ column }},
        {% endfor -%}
        daybook_line.at as {{ run.event_time }},
        {% if run.system_time -%}
            daybook_recorded_at as {{ run.system_time }},
        {% endif -%}
        daybook_line.is_gone as daybook_is_gone,
        daybook_line.kind as daybook_kind,
        if(
            daybook_line.kind = 'changed' and not daybook_differs_after,
            daybook_after_at,
            null
        ) as daybook_joins_at,
        daybook_taken_at
    from
        (
            select
                *,
                explode(
                    array_compact(
                        array(
                            case
                                when not daybook_is_again and daybook_is_changed
                                then
                                    struct(
                                        'changed' as kind,
                                        daybook_taken_at as at,
                                        daybook_at as row,
                                        daybook_rows_at = 0 as is_gone
                                    )
                            end,
                            case
                                when
                                    daybook_is_changed
                                    and daybook_after_at is not null
                                    and daybook_differs_after
                                then
                                    struct(
                                        'resumed' as kind,
                                        daybook_after_at as at,
                                        daybook_after as row,
                                        daybook_rows_after = 0 as is_gone
                                    )
                            end,
                            if(
                                daybook_problem is null,
                                null,
                                struct(
                                    daybook_problem as kind,
                                    daybook_taken_at as at,
                                    daybook_at as row,
                                    false as is_gone
                                )
                            )
                        )
                    )
                ) as daybook_line
            from daybook_judged
        )
{% endmacro %}

{#- The rows that each of the snapshots has: a new one its own, and a known one what the history says of
    its time. -#}
{% macro _states_of_snapshots(run) %}
    {%- set key = run.key | join(", ") %}
    select {{ key }}, daybook_at, false as daybook_is_known, daybook_row
    from daybook_rows
    {% if run.published -%}
        union all
        select
            {% for column in run.key -%} history.{{ column }}, {% endfor -%}
            known.daybook_at,
            true as daybook_is_known,
            {{ daybook._struct_of(run["values"] + run.type_1) }} as daybook_row
        from {{ run.published }} as history
        inner join
            (
                select distinct {{ daybook._followed_by_commas(run.scope) }} daybook_at
                from daybook_roles
                where daybook_is_known
            ) as known
            on {% for column in run.scope -%}
                history.{{ column }} = known.{{ column }} and
            {% endfor -%}
            history.{{ run.columns.valid_from }} <= known.daybook_at
            and known.daybook_at
            < {{ daybook._half_open_end("history." ~ run.columns.valid_to, run.event) }}
        where
            history_part = 'current'
            {%- if run.past_from %}
                or history_part = 'past' and ended_month >= '{{ run.past_from }}'
            {%- endif %}
    {%- endif %}
{% endmacro %}

{#- Whether a snapshot says something else of a key than another one, the one before it or after it. A
    column that the history does not have yet is no difference to what it says. -#}
{% macro _differs_from(run, other) %}
    {%- set is_other_row -%}
        {% if not run.added -%} not daybook_at <=> daybook_{{ other }}
        {%- else -%}
            not (
                {% for column in run["values"] + run.type_1 -%}
                    {{ "and " if not loop.first -}}
                    (
                        daybook_at.{{ column }} <=> daybook_{{ other }}.{{ column }}
                        {%- if column in run.added and other == "before" %}
                            or coalesce(daybook_follows_known, false)
                        {%- endif %}
                    )
                {% endfor %}
            )
        {%- endif %}
    {%- endset -%}
    {%- if run.deletes == "close" -%}
        ((daybook_rows_at = 0) <> (daybook_rows_{{ other }} = 0) or {{ is_other_row }})
    {%- elif other == "before" -%}
        (daybook_rows_at > 0 and (daybook_rows_before = 0 or {{ is_other_row }}))
    {%- else -%} (daybook_rows_after > 0 and {{ is_other_row }})
    {%- endif -%}
{% endmacro %}
