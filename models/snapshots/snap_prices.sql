{{
    config(
        enabled=project_name == "daybook" and var("input").relation is none,
        materialized="batched",
    )
}}

{{
    daybook.history_of_snapshots(
        snapshots=daybook.new_batches(ref("stg_price_lists")),
        posted=this,
        key=["product_id"],
        taken_at="list_date",
        values=["price"],
        scope=["branch"],
        history={"system_time": "arrived_at"},
    )
}}
