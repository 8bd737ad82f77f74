daybook.event_log(
    item="item", state="state", occurred_at="changed_at", order_by=["order_no"],
    dimensions=["team"], terminal_states=["Closed"])
