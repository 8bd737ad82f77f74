{#- What readers see: what of the staging model has passed its tests. -#}
{{
    config(
        enabled=project_name == "daybook" and var("input").relation is none,
        materialized="pointer_clone",
    )
}}

select *  -- noqa: AM04
from {{ ref("stg_product_attributes") }}
