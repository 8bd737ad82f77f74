{#-
    What was on hand at the end of every day, by how long it had been in its state.

        entries                                       snapshot
        event_date  status   count  age_days          snapshot_date  status   age_days  on_hand
        2015-09-04  Open      1     0            →    2015-09-04     Open     0         1
        2015-09-07  Open     -1     3                 2015-09-05     Open     1         1
                                                      2015-09-06     Open     2         1

    What is cloned is not an item but all that entered a combination on one day, its cohort:
    each entry, in or out, says by its age to which it belongs. Within a cohort the balances are
    those of accumulating_snapshot. Pairs of one day cancel out before anything is cloned.
-#}
{% macro aged_snapshot(
    entries,
    posted,
    through,
    event_log,
    calendar=none,
    calendar_name=none,
    age_by_item=none,
    corrections=none
) %}
    {%- if not execute -%} {%- do return("") -%} {%- endif -%}
    {#- {the day on which an age began: the age} -#}
    {%- set since = {"daybook_state_since": "age_days"} -%}
    {%- if age_by_item -%}
        {%- do since.update({"daybook_item_since": "age_days_by_item"}) -%}
    {%- endif -%}
    {%- set given = {
        "entries": entries,
        "posted": posted,
        "through": through,
        "event_log": event_log,
        "calendar": calendar,
        "calendar_name": calendar_name,
        "age_by_item": age_by_item,
        "corrections": corrections,
    } -%}
    {%- set run = daybook._snapshot_run("aged_snapshot", given, since=since) -%}
    {%- set columns = ["snapshot_date"] + run.combination -%}
    {{ daybook._published_days(run, columns, "quantity_on_hand <> 0") }}
{% endmacro %}
