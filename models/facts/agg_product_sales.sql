{#- An example of its own: not built from a log of the user's. -#}
{{
    config(
        enabled=project_name == "daybook" and var("input").relation is none,
        materialized="batched",
    )
}}

{{
    daybook.incremental_aggregate(
        fact=ref("stg_product_sales"),
        posted=this,
        indicator={"column": "sold_at", "grace_period": "1w"},
        dimensions=["product_id", {"sale_month": "date_format(sold_at, 'yyyy-MM')"}],
        measures={
            "quantity": "sum(quantity)",
            "amount": "sum(amount)",
            "sales": "count(*)",
            "customers": "count(distinct customer_id)",
            "mean_amount": "avg(amount)",
        },
        policies={"late_rows": "repair"},
    )
}}
