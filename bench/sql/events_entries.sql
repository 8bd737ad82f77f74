{{ daybook.negate_events(
    events=[[ events ]], history=[[ events ]], posted=this,
    event_log=[% include "events_log.sql" %]) }}
