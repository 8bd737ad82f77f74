{{
    config(
        enabled=project_name == "daybook",
        materialized="batched",
        on_schema_change="append_new_columns",
    )
}}

{%- set new_events = daybook.new_batches(ref("stg_issue_events")) -%}

{{
    daybook.milestone_snapshot(
        events=new_events,
        posted=daybook.published(this),
        item="issue_id",
        state="status",
        occurred_at="event_at",
        milestones=var("input").milestones
        or daybook.distinct_values(new_events, "status", posted=this),
        order_by=["event_order"],
        dimensions=(var("input").dimensions or {}).keys() | list,
        recorded_at="recorded_at",
        is_deleted="is_deleted",
        occurred_at_utc="event_at_utc",
    )
}}
