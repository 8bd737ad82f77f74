{{ config(materialized="view") }}

with

    reported as (

        select *
        from
            {{
                daybook.known(
                    ref("customers"),
                    valid_at="2026-03-31",
                    known_at="2026-03-31 23:59:59",
                )
            }}

    ),

    known_now as (

        select * from {{ daybook.known(ref("customers"), valid_at="2026-03-31") }}

    )

select 'reported' as answer, segment, count(*) as customers
from reported
group by segment
union all
select 'known now' as answer, segment, count(*) as customers
from known_now
group by segment
