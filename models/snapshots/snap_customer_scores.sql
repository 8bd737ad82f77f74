{{
    config(
        enabled=project_name == "daybook" and var("input").relation is none,
        materialized="batched",
    )
}}

{{
    daybook.bitemporal_history(
        arrivals=daybook.new_batches(ref("stg_customer_scores")),
        posted=this,
        key=["customer_id"],
        values=["score"],
        event_time="score_date",
        system_time="arrived_at",
        is_deleted="is_deleted",
        type_1=["name"],
        columns={
            "valid_from": "as_of_start_date",
            "valid_to": "as_of_end_date",
            "known_from": "system_start_ts",
            "known_to": "system_end_ts",
        },
    )
}}
