{{ daybook.negate_events(
    events=daybook.new_batches(ref("stg")), history=ref("stg"), posted=this,
    event_log=[% include "increments_log.sql" %], calendar=ref("days")) }}
