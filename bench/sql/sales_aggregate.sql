{{ daybook.incremental_aggregate(
    fact=source("shop", "sales"), posted=this,
    dimensions=[
        "product_id", "store_id", {"sale_month": "date_format(sold_at, 'yyyy-MM')"}
    ],
    measures={
        [% if distinct %]
        "customers": "count(distinct customer_id)",
        [% endif %]
        "amount": "sum(amount)", "sales": "count(*)", "most": "max(amount)"
    },
    [[ more ]]) }}
