{#-
    Of the items that new events touch: the dimensions and the month of the first event that
    arrived, and with late="keep" the cells that the new events write.
-#}
{% macro _first_events(cells, args) %}
    {%- set deleted = args.is_deleted or "false" -%}
    {%- set keeps = args.late == "keep" -%}
    {%- set arrival -%}
        struct({{ ([args.recorded_at] | select | list + args.order) | join(", ") }})
    {%- endset %}
    touched as (

        select
            {{ args.item }},
            {% for column in args.dimensions -%}
                min_by({{ column }}, {{ arrival }}) filter (
                    where not {{ deleted }}
                ) as {{ column }},
            {% endfor -%}
            {% for cell in cells if keeps -%}
                min_by({{ daybook._date_tk(args) }}, {{ arrival }}) filter (
                    where
                        not {{ deleted }}
                        and {{ args.state }} = {{ daybook._quoted(cell.milestone) }}
                ) as {{ cell.date_tk }},
            {% endfor -%}
            cast(min({{ args.occurred_at }}) as date) as daybook_from_day,
            date_format(
                min_by({{ args.occurred_at }}, {{ arrival }}) filter (
                    where not {{ deleted }}
                ),
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
                        and {{ args.state }} = {{ daybook._quoted(cell.milestone) }}
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

{#- The published rows of the months that the run rewrites, with the new cells. A milestone or a
    dimension may be new, and then what is published has no column of it. Names that differ in case
    alone are one column. -#}
{% macro _merged_milestones(posted, cells, args) %}
    {%- set item = args.item -%}
    {%- set state = daybook._published_so_far(posted).state -%}
    {%- set before = state.columns | map("lower") | list -%}
    {%- set restates = args.late == "restate" %}
    with

        published as (select * from {{ posted }}),

        months as (

            select published.first_month
            from published
            left semi join touched using ({{ item }})
            union
            select first_month
            from touched

        ),

        carried as (select * from published left semi join months using (first_month))

    select
        coalesce(carried.{{ item }}, touched.{{ item }}) as {{ item }},
        {% for column in args.dimensions -%}
            {%- set is_new = column | lower not in before -%}
            case
                when carried.{{ item }} is null
                then touched.{{ column }}
                {% if not is_new -%} else carried.{{ column }} {%- endif %}
            end as {{ column }},
        {% endfor -%}
        {% for cell in cells -%}
            {%- set cell_before -%}
                {%- if (cell.name ~ "_date_tk") | lower in before -%} carried.{{ cell.date_tk }}
                {%- else -%} cast(null as int)
                {%- endif -%}
            {%- endset -%}
            {%- if restates -%}
                case
                    when
                        {{ cell_before }} >= daybook_from_tk
                        or {{ cell_before }} is null
                    then reached.{{ cell.date_tk }}
                    else {{ cell_before }}
                end
            {%- else -%} coalesce({{ cell_before }}, touched.{{ cell.date_tk }})
            {%- endif %} as {{ cell.date_tk }},
        {% endfor -%}
        coalesce(carried.first_month, touched.first_month) as first_month
    from carried
    full outer join touched on carried.{{ item }} = touched.{{ item }}
    {% if restates -%}
        left join reached on touched.{{ item }} = reached.{{ item }}
    {%- endif %}
{%- endmacro %}
