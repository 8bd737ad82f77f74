{{ daybook.accumulating_snapshot(
    entries=daybook.new_batches(ref("entries")), posted=this,
    through=daybook.last_event_date(ref("stg"), "at"), state="state",
    dimensions=["team"], terminal_states=["Closed"]) }}
