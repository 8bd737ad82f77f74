{{
    config(
        enabled=project_name == "daybook",
        materialized="batched",
    )
}}

{%- set input = var("input") -%}
{%- set relation = input.relation or ref("issue_events") -%}
{%- set recorded_at = input.recorded_at or input.occurred_at -%}
{%- set recorded_here = daybook.local_timestamp(recorded_at) -%}
{%- set dimensions = input.dimensions or {} -%}
{%- set deleted = input.is_deleted or "false" -%}

{%- set events %}
    (
        select
            cast({{ input.item }} as string) as issue_id,
            cast({{ input.state }} as string) as status,
            {{ daybook.local_timestamp(input.occurred_at) }} as event_at,
            {{ daybook.utc_timestamp(input.occurred_at) }} as event_at_utc,
            struct({{ (input.order or ["0"]) | join(", ") }}) as event_order,
            {% for name, expression in dimensions.items() -%}
                cast({{ expression }} as string) as {{ name }},
            {% endfor -%}
            {{ daybook.utc_timestamp(recorded_at) }} as recorded_at,
            nvl2({{ deleted }}, try_cast({{ deleted }} as boolean), false) as is_deleted
        from {{ relation }}
        where
            true and ({{ input.where or "true" }})
            {% if var("recorded_until") -%}
                and coalesce({{ recorded_here }} <= {{ daybook.quoted_text(var("recorded_until")) }}, true)
            {%- endif %}
    )
{%- endset %}

{%- set accepted = daybook.published(this) -%}
{%- if input.is_row_per_item and input.recorded_at -%}
    {%- set events = last_rows_of_items(events, accepted) -%}
{%- endif -%}

{{
    daybook.accept_events(
        events=events,
        accepted=accepted,
        event_log=issue_log(),
    )
}}
