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
        through=daybook.last_event_date(ref("stg_issue_events"), issue_log()),
        event_log=issue_log(),
        calendar=ref("dim_date"),
    )
}}
