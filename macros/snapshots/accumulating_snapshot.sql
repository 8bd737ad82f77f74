{#-
    What was on hand at the end of every day, by state and dimensions, from entries.

        entries                              snapshot
        event_date  status  event_count      snapshot_date  status  in  out  on_hand
        2015-09-01  Opened   1          →    2015-09-01     Opened  1   0    1
        2015-09-03  Opened  -1               2015-09-02     Opened  0   0    1    filler
                                             2015-09-03     Opened  0   1    0

    One text for a first run, a day more, many days, and late entries: the movements by day,
    with the last published balance as a movement of the day after it, summed up, and cloned
    up to the next day that has any. Before that day the sum is the correction, from it on the
    balance. With corrections="restate" the balance is that before the first day restated, and
    what was published from then on counts among the movements.
-#}
{% macro accumulating_snapshot(
    entries,
    posted,
    through,
    state,
    dimensions=[],
    corrections="append",
    terminal_states=[],
    keep_zero=false
) %}
    {%- set combination = [state] + dimensions -%}
    {%- set columns = combination | join(", ") -%}
    {%- set options = {
        "terminal_states": (terminal_states or [])
        | sort(case_sensitive=true)
        | list,
        "keep_zero": keep_zero,
    } -%}
    {%- set scope = daybook._snapshot_scope(
        entries, posted, through, corrections, columns, options
    ) -%}
    {{- daybook._snapshot_notes(scope) }}

    with

        moved as (

            select
                event_date as snapshot_date,
                {{ columns }},
                sum(
                    case when direction = 'in' then event_count else 0 end
                ) as quantity_in,
                - sum(
                    case when direction = 'out' then event_count else 0 end
                ) as quantity_out,
                sum(event_count) as quantity_moved
            from {{ entries }}
            group by event_date, {{ columns }}

            {%- if scope.restates_from %}

                union all

                select
                    snapshot_date,
                    {{ columns }},
                    quantity_in,
                    quantity_out,
                    quantity_in - quantity_out as quantity_moved
                from {{ posted }}
                where
                    snapshot_date >= date '{{ scope.restates_from }}'
                    and snapshot_month >= '{{ scope.restates_from[:7] }}'
                    and (quantity_in <> 0 or quantity_out <> 0)

            {%- endif %}

            {%- if scope.opening_day %}

                union all

                select
                    date '{{ scope.opening_day }}' as snapshot_date,
                    {{ columns }},
                    0 as quantity_in,
                    0 as quantity_out,
                    quantity_on_hand as quantity_moved
                from {{ posted }}
                where
                    snapshot_date = date_sub(date '{{ scope.opening_day }}', 1)
                    and snapshot_month = date_format(
                        date_sub(date '{{ scope.opening_day }}', 1), 'yyyy-MM'
                    )

            {%- endif %}

        ),

        daily as (

            select
                snapshot_date,
                {{ columns }},
                sum(quantity_in) as quantity_in,
                sum(quantity_out) as quantity_out,
                {% if terminal_states -%}
                    case
                        when
                            {{ state }} in ({{ daybook._quoted_list(terminal_states) }})
                        then 0
                        else sum(quantity_moved)
                    end as quantity_moved
                {%- else -%} sum(quantity_moved) as quantity_moved
                {%- endif %}
            from moved
            where snapshot_date <= {{ scope.last_day }}
            group by snapshot_date, {{ columns }}

        ),

        balanced as (

            select
                *,
                sum(quantity_moved) over (
                    partition by {{ columns }} order by snapshot_date
                ) as quantity_on_hand,
                lead(snapshot_date) over (
                    partition by {{ columns }} order by snapshot_date
                ) as next_date
            from daily

        ),

        with_fillers as (

            select
                snapshot_date as moved_on,
                explode(
                    sequence(
                        snapshot_date,
                        {% if not keep_zero or terminal_states -%}
                            case
                                when
                                    {{
                                        daybook._has_fillers(
                                            state, keep_zero, terminal_states
                                        )
                                    }}
                                then
                        {%- endif %}
                                coalesce(date_sub(next_date, 1), {{ scope.last_day }})
                        {% if not keep_zero or terminal_states -%}
                                else snapshot_date end
                        {%- endif %}
                    )
                ) as snapshot_date,
                {{ columns }},
                quantity_in,
                quantity_out,
                quantity_on_hand
            from balanced

        )

    select
        snapshot_date,
        {{ columns }},
        case when snapshot_date = moved_on then quantity_in else 0 end as quantity_in,
        case when snapshot_date = moved_on then quantity_out else 0 end as quantity_out,
        quantity_on_hand,
        date_format(snapshot_date, 'yyyy-MM') as snapshot_month
    from with_fillers
    where
        quantity_on_hand <> 0
        or (snapshot_date = moved_on and (quantity_in <> 0 or quantity_out <> 0))
        {%- if keep_zero %}
            or {{ daybook._has_fillers(state, keep_zero, terminal_states) }}
        {%- endif %}

{% endmacro %}

{#- Whether a balance is carried to the next day. -#}
{% macro _has_fillers(state, keep_zero, terminal_states) %}
    {%- if not keep_zero -%} quantity_on_hand <> 0
    {%- elif terminal_states -%}
        not coalesce(
            {{ state }} in ({{ daybook._quoted_list(terminal_states) }}), false
        )
    {%- else -%} true
    {%- endif -%}
{% endmacro %}
