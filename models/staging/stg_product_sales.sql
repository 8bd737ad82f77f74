{#- An example of its own: not built from a log of the user's. -#}
{{
    config(
        enabled=project_name == "daybook" and var("input").relation is none,
        materialized="batched",
        meta={"batch": "append"},
    )
}}

{%- set accepted = daybook.published(this) %}

select
    sale_id,
    product_id,
    customer_id,
    cast(sold_at as timestamp_ntz) as sold_at,
    quantity,
    amount
from {{ ref("product_sales") }}
{% if accepted -%}
    left anti join (select sale_id from {{ accepted }}) using (sale_id)
{%- endif %}
{% if var("recorded_until") -%}
    where arrived_at <= {{ daybook.quoted_text(var("recorded_until")) }}
{%- endif %}
