{#- An example of its own: not built from a log of the user's. -#}
{{
    config(
        enabled=project_name == "daybook" and var("input").relation is none,
        materialized="batched",
        partition_by="arrived_month",
        meta={"batch": "append"},
    )
}}

{%- set landed = var("scores_landed") %}
{%- set accepted = daybook.published(this) %}

with

    arrived as (

        select
            customer_id,
            name,
            cast(score as int) as score,
            cast(score_date as date) as score_date,
            cast(arrived_at as timestamp_ntz) as arrived_at,
            coalesce(is_deleted, false) as is_deleted
        from
            {% if landed -%} parquet.`{{ landed }}`
            {%- else -%} {{ ref("customer_scores") }}
            {%- endif %}

    )

select *, date_format(arrived_at, 'yyyy-MM') as arrived_month
from arrived
{% if accepted -%}
    left anti join (select distinct arrived_at from {{ accepted }}) using (arrived_at)
{%- endif %}
