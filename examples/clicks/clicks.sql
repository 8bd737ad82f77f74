{#- Stands for a table that somebody else writes. -#}
{{ config(materialized="view") }}

select click_id, page, visitor, cast(clicked_at as timestamp_ntz) as clicked_at
from {{ ref("click_log") }}
where delivery <= {{ var("delivery") }}
