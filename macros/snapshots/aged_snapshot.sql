{#-
    What was on hand at the end of every day, by how long it had been in its state.

        entries                                       snapshot
        event_date  status   count  age_days          snapshot_date  status   age_days  on_hand
        2015-09-04  Open      1     0            →    2015-09-04     Open     0         1
        2015-09-07  Open     -1     3                 2015-09-05     Open     1         1
                                                      2015-09-06     Open     2         1

    What is cloned is not an item but all that entered a combination on one day, its cohort:
    each entry, in or out, says by its age to which it belongs. Within a cohort it is as in
    accumulating_snapshot: movements, an opening balance, a running sum, clones up to the next
    movement. Pairs of one day cancel out before anything is cloned.
-#}
{% macro aged_snapshot(
    entries,
    posted,
    through,
    state,
    dimensions=[],
    calendar=none,
    calendar_name=none,
    age_by_item=false,
    corrections="append",
    terminal_states=[]
) %}
    {%- if not execute -%} {%- do return("") -%} {%- endif -%}
    {%- do daybook._check_plain_columns(
        entries, {"state": state, "dimensions": dimensions}
    ) -%}
    {%- do daybook._check_calendar_name(calendar, calendar_name, dimensions) -%}
    {%- set combination = [state] + dimensions -%}
    {%- set columns = combination | join(", ") -%}
    {%- set since = {"age_days": "state_since"} -%}
    {%- if age_by_item %}
        {% do since.update({"age_days_by_item": "item_since"}) %}
    {% endif -%}
    {%- set key = combination + since.values() | list -%}
    {%- set options = {"terminal_states": terminal_states or []} -%}
    {%- set scope = daybook._snapshot_scope(
        entries, posted, through, corrections, columns, options
    ) -%}
    {%- set cohort = combination | list -%}
    {%- for age, day in since.items() -%}
        {%- do cohort.append("date_sub(snapshot_date, " ~ age ~ ") as " ~ day) -%}
    {%- endfor -%}
    {%- do daybook._plan_snapshot("aged_snapshot", scope) %}

    with

        moved as (

            select
                event_date as snapshot_date,
                {{ columns }},
                {% for age, day in since.items() -%}
                    date_sub(event_date, {{ age }}) as {{ day }},
                {% endfor -%}
                event_count as quantity_moved
            from {{ entries }}
            {% if terminal_states -%}
                where {{ state }} not in ({{ daybook._quoted_list(terminal_states) }})
                {%- endif %} {{ daybook._opening_balance(posted, scope, cohort) }}

        ),

        daily as (

            select
                snapshot_date,
                {{ key | join(", ") }},
                sum(quantity_moved) as quantity_moved
            from moved
            where snapshot_date <= {{ scope.last_day }}
            group by snapshot_date, {{ key | join(", ") }}
            having sum(quantity_moved) <> 0

        ),

        {{ daybook._balances(key, [], scope.last_day, "quantity_on_hand <> 0") }},

        days as (

            select snapshot_date, {{ key | join(", ") }}, quantity_on_hand
            from
                with_fillers

                {{
                    daybook._restated(
                        posted,
                        scope,
                        ["snapshot_date"] + cohort + ["quantity_on_hand"],
                    )
                }}

        ),

        {{ daybook._summed(scope, ["snapshot_date"] + key, ["quantity_on_hand"]) }}

    select
        snapshot_date,
        {% for column in combination %} summed.{{ column }}, {% endfor %}
        {% for age, day in since.items() -%}
            datediff(snapshot_date, {{ day }}) as {{ age }},
        {% endfor -%}
        {% if calendar -%}
            {{
                daybook._working_days(
                    "summed",
                    calendar,
                    calendar_name,
                    "state_since",
                    "snapshot_date",
                )
            }} as age_working_days,
        {% endif -%}
        quantity_on_hand,
        date_format(snapshot_date, 'yyyy-MM') as snapshot_month
    from
        summed
        {% if calendar -%}
            {{
                daybook._joined_with_calendar(
                    "summed", calendar, calendar_name, "state_since", "snapshot_date"
                )
            }}
        {%- endif %}
    where quantity_on_hand <> 0

{% endmacro %}
