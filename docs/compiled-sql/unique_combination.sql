select `issue_id`, count(*) as rows_alike
from analytics.snap_issue_milestones
group by `issue_id`
having count(*) > 1
