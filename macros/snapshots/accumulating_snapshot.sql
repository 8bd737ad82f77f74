{#-
    What was on hand at the end of every day, by state and dimensions, from entries.

        entries                              snapshot
        event_date  status  event_count      snapshot_date  status  in  out  on_hand
        2015-09-01  Opened   1          →    2015-09-01     Opened  1   0    1
        2015-09-03  Opened  -1               2015-09-02     Opened  0   0    1    filler
                                             2015-09-03     Opened  0   1    0

    A new measure is one more in _measures_of_entries.
-#}
{% macro accumulating_snapshot(
    entries, posted, through, event_log, corrections=none, keep_zero=none
) %}
    {%- if not execute -%} {%- do return("") -%} {%- endif -%}
    {%- set args = daybook._event_arguments(
        "accumulating_snapshot",
        entries,
        event_log,
        {"corrections": corrections, "keep_zero": keep_zero},
        {
            "corrections": {
                "default": "append",
                "one_of": ["append", "restate"],
            },
            "keep_zero": {"default": false, "one_of": [true, false]},
        },
        reads=["state", "dimensions"],
    ) -%}
    {%- set measures = daybook._measures_of_entries() -%}
    {%- set columns = ["snapshot_date"] + args.combination + measures | list -%}
    {%- do daybook._check_published_columns(
        "accumulating_snapshot",
        columns + ["quantity_on_hand", "snapshot_month"],
    ) -%}
    {%- set run = daybook._snapshot_run(
        "accumulating_snapshot",
        entries,
        posted,
        through,
        args.combination,
        args,
    ) -%}
    {%- set is_terminal = daybook._is_terminal(args) -%}
    {%- set has_fillers -%}
        {%- if args.keep_zero -%} not {{ is_terminal }}
        {%- else -%} quantity_on_hand <> 0
        {%- endif -%}
    {%- endset %}

    with

        days as (

            {{
                daybook._daily_balances(
                    run,
                    args.combination,
                    measures=measures,
                    is_terminal=is_terminal,
                    has_fillers=has_fillers,
                )
            }}

        )

    select
        {{ columns | join(", ") }},
        quantity_on_hand,
        date_format(snapshot_date, 'yyyy-MM') as snapshot_month
    from days
    where
        quantity_on_hand <> 0
        {%- for measure in measures %} or {{ measure }} <> 0 {%- endfor %}
        {%- if args.keep_zero %} or {{ has_fillers }} {%- endif %}

{% endmacro %}

{#- {column: what an entry adds to it}, for the sums of a day. -#}
{% macro _measures_of_entries() %}
    {% do return(
        {
            "quantity_in": "case when direction = 'in' then event_count else 0 end",
            "quantity_out": "case when direction = 'out' then - event_count else 0 end",
        }
    ) %}
{% endmacro %}
