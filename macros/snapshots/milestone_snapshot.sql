{#-
    One row per item: on which day it reached each milestone.

        issue_id  priority  opened_date_tk  opened_count  assigned_date_tk  assigned_count
        20        High      20150602        1             20150604          1
        21        Low       20150603        1             null              null

    A cell is written once, by the first event that arrived; the dimensions too. With
    late="restate" the earliest by event time wins afterwards, and what the source withdraws
    is taken back. Rows lie in the month of the item's first event: a run rewrites the months
    of the items that moved, and no others.
-#}
{% macro milestone_snapshot(
    events,
    posted,
    item,
    state,
    occurred_at,
    milestones,
    order_by=[],
    dimensions=[],
    recorded_at=none,
    is_deleted=none,
    late="keep",
    history=none
) %}
    {%- if late not in ("keep", "restate") -%}
        {%- do daybook._bad_option(this, "late", late, "use keep or restate") -%}
    {%- endif -%}
    {%- set cells = daybook._milestone_columns(milestones) -%}
    {%- set arrival -%}
        struct({{ (([recorded_at] if recorded_at else []) + [occurred_at] + order_by) | join(", ") }})
    {%- endset -%}
    {%- set columns -%}
        {{ ([item, state, occurred_at] + order_by + dimensions
            + ([recorded_at] if recorded_at else [])) | join(", ") }}
    {%- endset -%}
    {%- set withdraws = late == "restate" and is_deleted and history -%}
    {#- A milestone may be new. -#}
    {%- set posted_columns = (
        adapter.get_columns_in_relation(posted)
        | map(attribute="name")
        | list
        if posted
        else []
    ) %}

    with

        new_events as (select * from {{ events }}),

        {% if withdraws -%}
            withdrawn as (
                select distinct {{ item }} from new_events where {{ is_deleted }}
            ),

            recorded as (

                select
                    *,
                    row_number() over (
                        partition by {{ ([item, occurred_at] + order_by) | join(", ") }}
                        order by
                            {{ recorded_at ~ " desc, " if recorded_at }}{{ is_deleted }} desc
                    )
                    = 1 as is_standing
                from {{ history }}
                left semi join withdrawn using ({{ item }})

            ),

            arrived as (

                select {{ columns }}, true as is_standing
                from new_events
                left anti join withdrawn using ({{ item }})
                union all
                select {{ columns }}, is_standing
                from recorded
                where not {{ is_deleted }}

            ),
        {%- else -%}
            arrived as (

                select *, true as is_standing
                from new_events
                {% if is_deleted %} where not {{ is_deleted }}
                {% endif %}

            ),
        {%- endif %}

        reached as (

            select
                {{ item }},
                {% for column in dimensions -%}
                    min_by({{ column }}, {{ arrival }}) as {{ column }},
                {% endfor -%}
                {% for cell in cells -%}
                    {%- set date_tk -%}
                        cast(date_format({{ occurred_at }}, 'yyyyMMdd') as int)
                    {%- endset -%}
                    {{
                        (
                            "min(" ~ date_tk ~ ")"
                            if late == "restate"
                            else "min_by(" ~ date_tk ~ ", " ~ arrival ~ ")"
                        )
                    }} filter (
                        where
                            is_standing
                            and {{ state }} = {{ daybook._quoted(cell.milestone) }}
                    ) as {{ cell.name }}_date_tk,
                {% endfor -%}
                date_format(
                    min_by({{ occurred_at }}, {{ arrival }}), 'yyyy-MM'
                ) as first_month
            from arrived
            group by {{ item }}

        )

        {%- if posted %}
            ,

            published as (select * from {{ posted }}),

            months as (

                select published.first_month
                from published
                left semi join reached using ({{ item }})
                {%- if withdraws %}
                    union
                    select published.first_month
                    from published
                    left semi join withdrawn using ({{ item }})
                {%- endif %}
                union
                select first_month
                from reached

            ),

            carried as (
                select * from published left semi join months using (first_month)
            ),

            merged as (

                select
                    coalesce(carried.{{ item }}, reached.{{ item }}) as {{ item }},
                    {% for column in dimensions -%}
                        case
                            when carried.{{ item }} is null
                            then reached.{{ column }}
                            else carried.{{ column }}
                        end as {{ column }},
                    {% endfor -%}
                    {% for cell in cells -%}
                        {%- set before = (
                            "carried." ~ cell.name ~ "_date_tk"
                            if cell.name ~ "_date_tk" in posted_columns
                            else "cast(null as int)"
                        ) -%}
                        {%- set after = "reached." ~ cell.name ~ "_date_tk" -%}
                        {%- if withdraws -%}
                            case
                                when withdrawn.{{ item }} is not null
                                then {{ after }}
                                else least({{ before }}, {{ after }})
                            end
                        {%- elif late == "restate" -%} least({{ before }}, {{ after }})
                        {%- else -%} coalesce({{ before }}, {{ after }})
                        {%- endif %} as {{ cell.name }}_date_tk,
                    {% endfor -%}
                    coalesce(carried.first_month, reached.first_month) as first_month
                from carried
                full outer join reached on carried.{{ item }} = reached.{{ item }}
                {%- if withdraws %}
                    left join
                        withdrawn
                        on coalesce(carried.{{ item }}, reached.{{ item }})
                        = withdrawn.{{ item }}
                {%- endif %}

            )
        {%- else %}, merged as (select * from reached)
        {%- endif %}

    select
        {{ ([item] + dimensions) | join(", ") }},
        {% for cell in cells -%}
            {{ cell.name }}_date_tk,
            case
                when {{ cell.name }}_date_tk is not null then 1
            end as {{ cell.name }}_count,
        {% endfor -%}
        first_month
    from merged

{% endmacro %}

{#- [{milestone, name}]; two milestones of one name are refused. -#}
{% macro _milestone_columns(milestones) %}
    {% set cells = [] %}
    {% for milestone in milestones %}
        {% set name = daybook.column_name(milestone) %}
        {% for cell in cells if cell.name == name %}
            {% do daybook._bad_option(
                this,
                "milestones",
                [cell.milestone, milestone],
                "both would be called " ~ name,
            ) %}
        {% endfor %}
        {% do cells.append({"milestone": milestone, "name": name}) %}
    {% endfor %}
    {% do return(cells) %}
{% endmacro %}
