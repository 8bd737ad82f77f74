{{ config(materialized="view") }}

select
    date_format(period_start, 'yyyy-MM') as month,
    sum(opening_on_hand * monthly_fee) as opening,
    sum(closing_on_hand * monthly_fee) as closing
from
    (
        {{
            daybook.period_balances(
                ref("subscriptions_by_day"),
                period="month",
                dimensions=["monthly_fee"],
            )
        }}
    )
group by period_start
