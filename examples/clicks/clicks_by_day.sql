{{ config(materialized="batched") }}

{{
    daybook.incremental_aggregate(
        fact=ref("clicks"),
        posted=this,
        indicator={"column": "clicked_at", "grace_period": "6h"},
        dimensions=["page", {"click_date": "cast(clicked_at as date)"}],
        measures={"clicks": "count(*)", "visitors": "count(distinct visitor)"},
        layout={"show_parts": true},
        policies={"late_rows": "repair"},
    )
}}
