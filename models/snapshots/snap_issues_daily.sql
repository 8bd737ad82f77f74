{{
    config(
        enabled=project_name == "daybook",
        materialized="batched",
    )
}}

{{
    daybook.accumulating_snapshot(
        entries=daybook.new_batches(ref("fct_issue_entries")),
        posted=this,
        through=daybook.last_event_date(ref("stg_issue_events"), issue_log()),
        event_log=issue_log(),
    )
}}
