select
    `issue_id`,
    sum(event_count) as open_entries,
    sum(if(direction = 'in', event_count, 0)) as entered
from analytics.fct_issue_entries
group by `issue_id`
having sum(event_count) <> if(sum(if(direction = 'in', event_count, 0)) > 0, 1, 0)
