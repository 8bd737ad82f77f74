{{ daybook.[[ macro ]](
    entries=[[ entries ]], posted=this, through=[[ through ]],
    event_log=[% include "events_log.sql" %]) }}
