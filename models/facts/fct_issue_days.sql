{#- As many rows as there are items on hand, every day: of the sample, not of any log. -#}
{{
    config(
        enabled=project_name == "daybook" and var("input").relation is none,
        materialized="batched",
    )
}}

{{
    daybook.item_days(
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
        item="issue_id",
        state="status",
        occurred_at="event_at",
        order_by=["event_order"],
        dimensions=(var("input").dimensions or {}).keys() | list,
        calendar=ref("dim_date"),
        terminal_states=var("input").terminal_states or [],
        occurred_at_utc="event_at_utc",
    )
}}
