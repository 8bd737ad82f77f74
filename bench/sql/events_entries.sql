{{ daybook.negate_events(
    events=[[ events ]], history=[[ events ]], posted=this, item="item", state="state",
    occurred_at="changed_at", order_by=["order_no"], dimensions=["team"],
    terminal_states=["Closed"]) }}
