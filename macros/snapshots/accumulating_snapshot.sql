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
    balance. With corrections="restate" the correction is added to what was published.
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
    {%- if not execute -%} {%- do return("") -%} {%- endif -%}
    {%- do daybook._check_plain_columns(
        entries, {"state": state, "dimensions": dimensions}
    ) -%}
    {%- set combination = [state] + dimensions -%}
    {%- set columns = combination | join(", ") -%}
    {%- set flows = ["quantity_in", "quantity_out"] -%}
    {%- set options = {
        "terminal_states": terminal_states or [],
        "keep_zero": keep_zero,
    } -%}
    {%- set scope = daybook._snapshot_scope(
        entries, posted, through, corrections, columns, options
    ) -%}
    {%- set has_fillers = daybook._has_fillers(state, keep_zero, terminal_states) -%}
    {%- do daybook._plan_snapshot("accumulating_snapshot", scope) %}

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
            group by
                event_date,
                {{ columns }}

                {{
                    daybook._opening_balance(
                        posted,
                        scope,
                        combination + ["0 as quantity_in", "0 as quantity_out"],
                    )
                }}

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

        {{ daybook._balances(combination, flows, scope.last_day, has_fillers) }},

        days as (

            select
                snapshot_date,
                {{ columns }},
                case
                    when snapshot_date = moved_on then quantity_in else 0
                end as quantity_in,
                case
                    when snapshot_date = moved_on then quantity_out else 0
                end as quantity_out,
                quantity_on_hand
            from
                with_fillers

                {{
                    daybook._restated(
                        posted,
                        scope,
                        ["snapshot_date"]
                        + combination
                        + flows
                        + ["quantity_on_hand"],
                    )
                }}

        ),

        {{
            daybook._summed(
                scope, ["snapshot_date"] + combination, flows + ["quantity_on_hand"]
            )
        }}

    select
        snapshot_date,
        {{ columns }},
        quantity_in,
        quantity_out,
        quantity_on_hand,
        date_format(snapshot_date, 'yyyy-MM') as snapshot_month
    from summed
    where
        quantity_on_hand <> 0 or quantity_in <> 0 or quantity_out <> 0
        {%- if keep_zero %} or {{ has_fillers }} {%- endif %}

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
