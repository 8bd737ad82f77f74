{#-
    From entries to what is there at the end of every day, as a query:

        entries                          days
        event_date  key  event_count     snapshot_date  key  quantity_on_hand
        2015-09-01  A     1         →    2015-09-01     A    1
        2015-09-03  A    -1              2015-09-02     A    1                  filler
                                         2015-09-03     A    0

    A balance is the running sum of the movements, and its row is cloned up to the day before the
    next movement, or up to the last day. The same SQL serves a first run, one more day, many
    days and late entries: the last published balance is a movement of the day after it. Before
    that day the sum is a correction, from it on the balance. A run that restates adds the
    correction to what is published for those days.

    run      of _snapshot_run
    columns  that a pattern publishes besides the ages, the balance and the month
    is_kept  SQL for the rows that it publishes
-#}
{% macro _published_days(run, columns, is_kept) %}
    with days as ({{ daybook._daily_balances(run) }})

    select
        {{ columns | join(", ") }},
        {% for column, age in run.since.items() -%}
            datediff(snapshot_date, {{ column }}) as {{ age }},
        {% endfor -%}
        {% if run.calendar -%} age_working_days, {% endif -%}
        quantity_on_hand,
        date_format(snapshot_date, 'yyyy-MM') as snapshot_month
    from
        {{
            daybook._with_working_days(
                "days", run, "daybook_state_since", "snapshot_date"
            )
        }}
    where {{ is_kept }}
{%- endmacro %}

{% macro _daily_balances(run) %}
    {%- set key = (run.key + run.since | list) | join(", ") -%}
    {%- set of_key -%}
        partition by {{ key }}
        order by {{ (["daybook_day"] + run.details) | join(", ") }}
    {%- endset %}
    with

        movements as ({{ daybook._movements(run) }}),

        daily as (

            select
                {% if run.details -%} *
                {%- else -%}
                    daybook_day,
                    {{ key }},
                    {% for measure in run.measures -%}
                        sum({{ measure }}) as {{ measure }},
                    {% endfor -%}
                    sum(daybook_moved) as daybook_moved
                {%- endif %}
            from movements
            where daybook_day <= {{ run.last_day }}
            {% if not run.details -%} group by daybook_day, {{ key }} {%- endif %}
            {% if not (run.details or run.measures) -%}
                having sum(daybook_moved) <> 0
            {%- endif %}

        ),

        balanced as (

            select
                *,
                {% if run.details -%}
                    case
                        when lead(daybook_day) over ({{ of_key }}) <=> daybook_day
                        then 0
                        else sum(daybook_moved) over ({{ of_key }})
                    end
                {%- else -%} sum(daybook_moved) over ({{ of_key }})
                {%- endif %} as quantity_on_hand,
                lead(daybook_day) over ({{ of_key }}) as daybook_next_day
            from daily

        ),

        with_fillers as ({{ daybook._days_with_fillers(run, key) }})

        {% if run.restates_from -%} {{ daybook._restated_days(run) }}
    {%- else -%} select * from with_fillers
    {%- endif %}
{%- endmacro %}

{% macro _days_with_fillers(run, key) %}
    {%- set has_fillers = "quantity_on_hand <> 0" -%}
    {%- if run.keep_zero -%}
        {%- set has_fillers = "not " ~ daybook._is_terminal(run) -%}
    {%- endif -%}
    select
        snapshot_date,
        {{ key }},
        {% for measure in run.measures -%}
            case
                when snapshot_date = daybook_day then {{ measure }} else 0
            end as {{ measure }},
        {% endfor -%}
        {% for detail in run.details -%}
            case when snapshot_date = daybook_day then {{ detail }} end as {{ detail }},
        {% endfor -%}
        quantity_on_hand
    from balanced
    lateral view
        explode(
            sequence(
                daybook_day,
                case
                    when {{ has_fillers }}
                    then coalesce(date_sub(daybook_next_day, 1), {{ run.last_day }})
                    else daybook_day
                end
            )
        ) daybook_days as snapshot_date
{%- endmacro %}
