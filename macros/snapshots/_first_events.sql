{#-
    For the items that new events touch: the dimensions and the month of the first event that
    arrived, and with late="keep" the cells that the new events write.
-#}
{% macro _first_events(cells, args) %}
    {%- set deleted = args.is_deleted or "false" -%}
    {%- set keeps = args.late == "keep" -%}
    {%- set arrived = [args.recorded_at] | select | list + args.order -%}
    {%- set arrival -%} struct({{ arrived | join(", ") }}) {%- endset -%}
    {%- set unless_deleted -%} filter (where not {{ deleted }}) {%- endset %}
    touched as (

        select
            {{ args.item }},
            {% for column in args.dimensions -%}
                min_by(
                    {{ column }}, {{ arrival }}
                ) {{ unless_deleted }} as {{ column }},
            {% endfor -%}
            {% for cell in cells if keeps -%}
                min_by({{ daybook._date_tk(args) }}, {{ arrival }}) filter (
                    where {{ args.state }} = {{ daybook.quoted_text(cell.milestone) }}
                ) as {{ cell.date_tk }},
            {% endfor -%}
            cast(min({{ args.occurred_at }}) as date) as daybook_from_day,
            date_format(
                min_by({{ args.occurred_at }}, {{ arrival }}) {{ unless_deleted }},
                'yyyy-MM'
            ) as first_month
        from new_events
        {% if keeps -%} where not {{ deleted }} {%- endif %}
        group by {{ args.item }}

    )
{% endmacro %}

{#- With late="restate": the cells from the day of the item's first new event on. -#}
{% macro _days_reached(cells, args) %}
    {%- set deleted = daybook._is_withdrawn(args) %}
    known as (

        select
            {{ args.item }},
            {{ args.state }},
            {{ args.occurred_at }},
            daybook_from_day,
            rank() over (
                partition by {{ args.identity | join(", ") }}
                order by {{ args.recorded_at or "true" }} desc, {{ deleted }} desc
            )
            = 1
            and not {{ deleted }} as daybook_is_standing
        from {{ args.history }}
        inner join touched using ({{ args.item }})
        where
            {{ args.occurred_at }} >= daybook_from_day
            and event_month
            >= (select date_format(min(daybook_from_day), 'yyyy-MM') from touched)

    ),

    reached as (

        select
            {{ args.item }},
            {% for cell in cells -%}
                min({{ daybook._date_tk(args) }}) filter (
                    where
                        daybook_is_standing
                        and {{ args.state }} = {{ daybook.quoted_text(cell.milestone) }}
                ) as {{ cell.date_tk }},
            {% endfor -%}
            cast(
                date_format(min(daybook_from_day), 'yyyyMMdd') as int
            ) as daybook_from_tk
        from known
        group by {{ args.item }}

    )
{% endmacro %}

{% macro _date_tk(args) -%}
    cast(date_format({{ args.occurred_at }}, 'yyyyMMdd') as int)
{%- endmacro %}
