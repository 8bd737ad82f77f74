with

    days as (select distinct `date_day` as date_day from analytics.dim_date),

    spine as (

        select explode(sequence(min(date_day), max(date_day))) as date_day from days

    )

select spine.date_day
from spine
left anti join days on spine.date_day = days.date_day
