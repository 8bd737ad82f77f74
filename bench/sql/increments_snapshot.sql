{%- set item_log = [% include "increments_log.sql" %] -%}
{{ daybook.accumulating_snapshot(
    entries=daybook.new_batches(ref("entries")), posted=this,
    through=daybook.last_event_date(ref("stg"), item_log), event_log=item_log) }}
