{{
    config(
        enabled=project_name == "daybook",
        materialized="batched",
    )
}}

{{
    daybook.negate_events(
        events=daybook.new_batches(ref("stg_issue_events")),
        history=ref("stg_issue_events"),
        posted=this,
        event_log=issue_log(),
        calendar=ref("dim_date"),
    )
}}
