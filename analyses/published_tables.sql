{#-
    What the report is drawn from: one row per table, with its rows, its last batch, and the
    days that it covers. Scores, which the sample alone has, hold without end: theirs are the
    days on which the first and the latest version begin.
-#}
{{ config(enabled=project_name == "daybook") }}
select
    'fct_issue_entries' as table_name,
    count(*) as row_count,
    max(posted_batch_id) as last_batch_id,
    min(event_date) as first_day,
    max(event_date) as last_day
from {{ ref("fct_issue_entries") }}
union all
select
    'snap_issues_daily',
    count(*),
    max(posted_batch_id),
    min(snapshot_date),
    max(snapshot_date)
from {{ ref("snap_issues_daily") }}
union all
select
    'snap_issues_aged',
    count(*),
    max(posted_batch_id),
    min(snapshot_date),
    max(snapshot_date)
from {{ ref("snap_issues_aged") }}
union all
select 'snap_issue_milestones', count(*), max(posted_batch_id), null, null
from {{ ref("snap_issue_milestones") }}
{% if var("input").relation is none -%}
    union all
    select
        'snap_customer_scores',
        count(*),
        max(posted_batch_id),
        min(as_of_start_date),
        max(as_of_start_date)
    from {{ ref("snap_customer_scores") }}
{%- endif %}
