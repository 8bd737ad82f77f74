{{ config(enabled=project_name == "daybook", materialized="batched") }}

{{
    daybook.incremental_aggregate(
        fact=ref("fct_issue_entries"),
        posted=this,
        dimensions=["entry_month", "status", "direction"]
        + (var("input").dimensions or {}).keys()
        | list,
        measures={
            "event_count": "sum(event_count)",
            "entries": "count(*)",
            "age_days": "sum(event_count * age_days)",
            "issues": "count(distinct issue_id)",
        },
        layout={"partition_strategy": "user", "partition_key": "entry_month"},
    )
}}
