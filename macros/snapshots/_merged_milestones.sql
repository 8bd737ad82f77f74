{#- The published rows of the months that the run rewrites, with the new cells. A milestone or a
    dimension may be new, and then what is published has no column of it. Names that differ in case
    alone are one column. -#}
{% macro _merged_milestones(posted, cells, args) %}
    {%- set item = args.item -%}
    {%- set state = daybook.published_so_far(posted).state -%}
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

        carried as (

            select
                *
                {%- for column in args.dimensions if column | lower not in before %}
                    , null as {{ column }}
                {%- endfor %}
                {%- for cell in cells
                    if (cell.name ~ "_date_tk") | lower not in before %}
                    , cast(null as int) as {{ cell.date_tk }}
                {%- endfor %}
            from published
            left semi join months using (first_month)

        )

    select
        coalesce(carried.{{ item }}, touched.{{ item }}) as {{ item }},
        {% for column in args.dimensions -%}
            case
                when carried.{{ item }} is null
                then touched.{{ column }}
                else carried.{{ column }}
            end as {{ column }},
        {% endfor -%}
        {% for cell in cells -%}
            {%- if restates -%}
                coalesce(
                    if(
                        carried.{{ cell.date_tk }} >= daybook_from_tk,
                        null,
                        carried.{{ cell.date_tk }}
                    ),
                    reached.{{ cell.date_tk }}
                )
            {%- else -%}
                coalesce(carried.{{ cell.date_tk }}, touched.{{ cell.date_tk }})
            {%- endif %} as {{ cell.date_tk }},
        {% endfor -%}
        coalesce(carried.first_month, touched.first_month) as first_month
    from carried
    full outer join touched on carried.{{ item }} = touched.{{ item }}
    {% if restates -%}
        left join reached on touched.{{ item }} = reached.{{ item }}
    {%- endif %}
{%- endmacro %}
