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
        event_log=issue_log(),
        milestones=var("input").milestones
        or daybook.distinct_values(new_events, "status", posted=this),
    )
}}
