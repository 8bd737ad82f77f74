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

        run          of _snapshot_run
        key          the columns by which balances are kept
        since        {column: the age that it stands for}: days that belong to the key. An age
                     grows from day to day, and the day on which it began does not
        measures     {column: SQL of an entry}: summed by day, 0 in a filler
        details      columns of an entry, NULL in a filler. With details, each entry has a row,
                     in their order, and the last one of a day has the balance
        is_terminal  SQL of an entry: whether it leaves the balance as it is
        only         SQL of an entry: whether it counts at all
        has_fillers  SQL of a balance: whether it lasts until the next movement
-#}
{% macro _daily_balances(
    run,
    key,
    since={},
    measures={},
    details=[],
    is_terminal="false",
    only="true",
    has_fillers="quantity_on_hand <> 0"
) %}
    {%- set all_key = (key + since | list) | join(", ") -%}
    {%- set of_key -%}
        partition by {{ all_key }}
        order by {{ (["daybook_day"] + details) | join(", ") }}
    {%- endset %}
    with

        movements as (

            select
                event_date as daybook_day,
                {{ key | join(", ") }},
                {% for column, age in since.items() -%}
                    date_sub(event_date, {{ age }}) as {{ column }},
                {% endfor -%}
                {% for measure, sql in measures.items() -%}
                    {{ sql }} as {{ measure }},
                {% endfor -%}
                {% for detail in details -%} {{ detail }}, {% endfor -%}
                case when {{ is_terminal }} then 0 else event_count end as daybook_moved
            from {{ run.entries }}
            where
                {{ only }}
                {{ daybook._opening_balances(run, key, since, measures, details) }}

        ),

        daily as (

            select
                {% if details -%} *
                {%- else -%}
                    daybook_day,
                    {{ all_key }},
                    {% for measure in measures -%} sum({{ measure }}) as {{ measure }},
                    {% endfor -%}
                    sum(daybook_moved) as daybook_moved
                {%- endif %}
            from movements
            where daybook_day <= {{ run.last_day }}
            {% if not details -%} group by daybook_day, {{ all_key }} {%- endif %}
            {% if not (details or measures) -%}
                having sum(daybook_moved) <> 0
            {%- endif %}

        ),

        balanced as (

            select
                *,
                {% if details -%}
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

        {{ daybook._days_with_fillers(run, all_key, measures, details, has_fillers) }}

        {{ daybook._published_days(run, key, since, measures) }}
{%- endmacro %}

{% macro _days_with_fillers(run, all_key, measures, details, has_fillers) %}
    with_fillers as (

        select
            snapshot_date,
            {{ all_key }},
            {% for measure in measures -%}
                case
                    when snapshot_date = daybook_day then {{ measure }} else 0
                end as {{ measure }},
            {% endfor -%}
            {% for detail in details -%}
                case
                    when snapshot_date = daybook_day then {{ detail }}
                end as {{ detail }},
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

    )
{% endmacro %}
