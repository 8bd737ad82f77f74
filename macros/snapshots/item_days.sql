{#-
    Movements and balances in one table: a row for each entry, and for each day on which an
    item stayed where it was.

        issue_id  status  event_at          direction  moving  age_days  on_hand
        288       Opened  2015-09-01 12:31  in          1      0         1
        288       Opened  2015-09-02 00:00              0      1         1        filler
        288       Opened  2015-09-03 10:11  out        -1      2         0

    If an item has several rows in a combination on one day, the last one has what is on hand when
    the day ends. For late entries the same SQL gives the differences: the entries as rows, and for
    each day since then, by how much what is on hand was too high or too low.
-#}
{% macro item_days(
    entries, posted, through, event_log, calendar=none, calendar_name=none
) %}
    {%- if not execute -%} {%- do return("") -%} {%- endif -%}
    {%- set given = {
        "entries": entries,
        "posted": posted,
        "through": through,
        "event_log": event_log,
        "calendar": calendar,
        "calendar_name": calendar_name,
    } -%}
    {%- set since = {
        "daybook_state_since": "age_days",
        "daybook_item_since": "age_days_by_item",
    } -%}
    {%- set measures = {"quantity_moving": "event_count"} -%}
    {%- set run = daybook._snapshot_run(
        "item_days", given, since, measures, by_item=true
    ) -%}
    {%- set at -%}
        coalesce({{ run.occurred_at }}, cast(snapshot_date as timestamp_ntz))
        as {{ run.occurred_at }}
    {%- endset -%}
    {%- set others = run.order | reject("equalto", run.occurred_at) | list -%}
    {%- set own = ["snapshot_date", "direction", "quantity_moving"] -%}
    {%- set is_kept = "direction is not null or quantity_on_hand <> 0" -%}
    {{ daybook._published_days(run, run.key + [at] + others + own, is_kept) }}
{% endmacro %}
