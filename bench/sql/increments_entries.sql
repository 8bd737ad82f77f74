{{ daybook.negate_events(
    events=daybook.new_batches(ref("stg")), history=ref("stg"), posted=this,
    item="item", state="state", occurred_at="at", order_by=["order_no"],
    dimensions=["team"], calendar=ref("days"), terminal_states=["Closed"]) }}
