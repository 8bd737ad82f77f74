{{
    config(
        enabled=project_name == "daybook",
        materialized="batched",
    )
}}

{{
    daybook.aged_snapshot(
        entries=daybook.new_batches(ref("fct_issue_entries")),
        posted=this,
        through=daybook.last_event_date(
            ref("stg_issue_events"),
            "event_at",
            item="issue_id",
            order_by=["event_order"],
            is_deleted="is_deleted",
            recorded_at="recorded_at",
            occurred_at_utc="event_at_utc",
        ),
        state="status",
        dimensions=(var("input").dimensions or {}).keys() | list,
        calendar=ref("dim_date"),
        age_by_item=true,
        terminal_states=var("input").terminal_states or [],
    )
}}
