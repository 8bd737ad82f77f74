{#-
    What was on hand at the end of every day, by state and dimensions, from entries.

        entries                              snapshot
        event_date  status  event_count      snapshot_date  status  in  out  on_hand
        2015-09-01  Opened   1          →    2015-09-01     Opened  1   0    1
        2015-09-03  Opened  -1               2015-09-02     Opened  0   0    1    filler
                                             2015-09-03     Opened  0   1    0

    A measure, which is summed by day, is named once: in `measures`.
-#}
{% macro accumulating_snapshot(
    entries, posted, through, event_log, corrections=none, keep_zero=none
) %}
    {%- if not execute -%} {%- do return("") -%} {%- endif -%}
    {#- {column: what an entry adds to it} -#}
    {%- set measures = {
        "quantity_in": "case when direction = 'in' then event_count else 0 end",
        "quantity_out": "case when direction = 'out' then - event_count else 0 end",
    } -%}
    {%- set given = {
        "entries": entries,
        "posted": posted,
        "through": through,
        "event_log": event_log,
        "corrections": corrections,
        "keep_zero": keep_zero,
    } -%}
    {%- set run = daybook._snapshot_run(
        "accumulating_snapshot", given, measures=measures
    ) -%}
    {%- set is_kept -%}
        quantity_on_hand <> 0
        {%- for measure in measures %} or {{ measure }} <> 0 {%- endfor %}
        {%- if run.keep_zero %} or not {{ daybook._is_terminal(run) }} {%- endif %}
    {%- endset -%}
    {%- set columns = ["snapshot_date"] + run.combination + measures | list -%}
    {{ daybook._published_days(run, columns, is_kept) }}
{% endmacro %}
