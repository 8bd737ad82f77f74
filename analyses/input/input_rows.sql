{#- The rows of the input as the staging model reads them, before any of them is accepted. -#}
{{ config(enabled=project_name == "daybook") }}
{%- set input = var("input") -%}
{%- set relation = input.relation or ref("issue_events") -%}
{%- set deleted = input.is_deleted or "false" -%}
{%- set times = {"occurred_at": input.occurred_at} -%}
{%- if input.recorded_at %}
    {% do times.update({"recorded_at": input.recorded_at}) %}
{% endif -%}

with

    read as (

        select
            struct(*) as source_row,
            cast({{ input.item }} as string) as daybook_item,
            cast({{ input.state }} as string) as daybook_state,
            struct(
                {% for name, expression in (input.dimensions or {}).items() -%}
                    cast({{ expression }} as string) as {{ name }},
                {% endfor -%}
                0 as daybook_none
            ) as daybook_dimensions,
            {% for name, expression in times.items() -%}
                {{ daybook.local_timestamp(expression) }} as daybook_{{ name }},
                {{ daybook.utc_timestamp(expression) }} as daybook_{{ name }}_utc,
            {% endfor -%}
            struct({{ (input.order or ["0"]) | join(", ") }}) as daybook_order,
            nvl2(
                {{ deleted }}, try_cast({{ deleted }} as boolean), false
            ) as daybook_is_deleted
        from {{ relation }}
        where true and ({{ input.where or "true" }})

    ),

    {#- Of an item's rows, the last. A row without a time is counted below. #}
    latest as (

        select *
        from read
        {% if input.is_row_per_item and input.recorded_at -%}
            qualify
                coalesce(
                    daybook_recorded_at_utc
                    = max(daybook_recorded_at_utc) over (partition by daybook_item),
                    true
                )
        {%- endif %}

    )

select
    *,
    array_compact(
        array(
            if(daybook_item is null, 'item', null),
            if(daybook_state is null, 'state', null),
            {% for name in times -%}
                if(
                    daybook_{{ name }} is null or daybook_{{ name }}_utc is null,
                    '{{ name }}',
                    null
                ),
            {% endfor -%}
            if(daybook_is_deleted is null, 'is_deleted', null)
        )
    ) as daybook_problems
from latest
