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
        item="issue_id",
        state="status",
        occurred_at="event_at",
        order_by=["event_order"],
        dimensions=(var("input").dimensions or {}).keys() | list,
        is_deleted="is_deleted",
        recorded_at="recorded_at",
        calendar=ref("dim_date"),
        terminal_states=var("input").terminal_states or [],
        occurred_at_utc="event_at_utc",
    )
}}
