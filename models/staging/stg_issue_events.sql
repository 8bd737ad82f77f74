{{
    config(
        materialized="batched",
        batch="append",
        partition_by="event_month",
    )
}}

{%- set input = var("input") -%}
{%- set relation = input.relation or ref("issue_events") -%}
{%- set recorded_at = daybook.local_timestamp(input.recorded_at or "null") -%}
{%- set dimensions = input.dimensions or {} -%}

{%- set events %}
    (
        select
            cast({{ input.item }} as string) as issue_id,
            cast({{ input.state }} as string) as status,
            {{ daybook.local_timestamp(input.occurred_at) }} as event_at,
            struct({{ (input.order or ["0"]) | join(", ") }}) as event_order,
            {% for name, expression in dimensions.items() -%}
                cast({{ expression }} as string) as {{ name }},
            {% endfor -%}
            {{ recorded_at }} as recorded_at,
            coalesce({{ input.is_deleted or "false" }}, false) as is_deleted
        from {{ relation }}
        {% if var("recorded_until") -%}
            where {{ recorded_at }} <= timestamp_ntz'{{ var("recorded_until") }}'
        {%- endif %}
    )
{%- endset %}

{{
    daybook.accept_events(
        events=events,
        accepted=daybook.published(this),
        item="issue_id",
        state="status",
        occurred_at="event_at",
        order_by=["event_order"],
        dimensions=dimensions.keys() | list,
        is_deleted="is_deleted",
        recorded_at="recorded_at",
    )
}}
