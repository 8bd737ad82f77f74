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
    branch,
    cast(list_date as date) as list_date,
    product_id,
    price,
    cast(arrived_at as timestamp_ntz) as arrived_at
from {{ ref("price_lists") }}
{% if accepted -%}
    left anti join
        (select distinct branch, list_date from {{ accepted }}) using (
            branch, list_date
        )
{%- endif %}
{% if var("recorded_until") -%}
    where arrived_at <= {{ daybook.quoted_text(var("recorded_until")) }}
{%- endif %}
