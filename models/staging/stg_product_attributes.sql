{#- An example of its own: not built from a log of the user's. -#}
{{
    config(
        enabled=project_name == "daybook" and var("input").relation is none,
        materialized="batched",
        partition_by="date",
    )
}}

{%- set snapshot %}
    (
        select
            cast(date as date) as date,
            product_id,
            store_id,
            attribute_id,
            attr_value,
            update_id
        from {{ ref("product_attributes") }}
        where
            update_id = (
                select max(update_id)
                from {{ ref("product_attributes") }}
                {% if var("recorded_until") -%}
                    where arrived_at <= {{ daybook.quoted_text(var("recorded_until")) }}
                {%- endif %}
            )
    )
{%- endset %}

{{
    daybook.merge_snapshot(
        incoming=snapshot,
        posted=this,
        key=["date", "product_id", "store_id", "attribute_id"],
        version="update_id",
        window={"days": 730},
    )
}}
