{{ daybook.milestone_snapshot(
    events=daybook.new_batches(ref("stg")), posted=daybook.published(this),
    event_log=[% include "increments_log.sql" %],
    milestones=["Opened", "Assigned", "Resolved", "Closed"]) }}
