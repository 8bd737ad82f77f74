{{ daybook.milestone_snapshot(
    events=daybook.new_batches(ref("stg")), posted=daybook.published(this), item="item",
    state="state", occurred_at="at", order_by=["order_no"], dimensions=["team"],
    milestones=["Opened", "Assigned", "Resolved", "Closed"]) }}
