{{ config(enabled=project_name == "daybook", materialized="batched") }}

{{
    daybook.calendar(
        start_date=var("calendar").start_date,
        end_date=var("calendar").end_date,
        holidays=var("calendar").holidays or ref("holidays"),
    )
}}
