{{ config(materialized="batched", meta={"batch": "append"}) }}

{%- set taken_in = daybook.published(this) %}

select customer, segment, valid_on, cast(recorded_at as timestamp_ntz) as recorded_at
from {{ ref("customer_changes") }}
{% if taken_in -%}
    left anti join {{ taken_in }} using (customer, valid_on, recorded_at)
{%- endif %}
where delivery <= {{ var("delivery") }}
