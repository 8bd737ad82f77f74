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
    entries,
    posted,
    through,
    state,
    dimensions=none,
    corrections=none,
    terminal_states=none,
    keep_zero=none
) %}
    {%- if not execute -%} {%- do return("") -%} {%- endif -%}
    {%- set args = daybook._event_arguments(
        "accumulating_snapshot",
        entries,
        {
            "state": state,
            "dimensions": dimensions,
            "corrections": corrections,
            "terminal_states": terminal_states,
            "keep_zero": keep_zero,
        },
        daybook._arguments_of_accumulating_snapshot(),
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
        {
            "terminal_states": args.terminal_states,
            "keep_zero": args.keep_zero,
        },
        args.corrections,
    ) -%}
    {%- set has_fillers = daybook._has_fillers(args) %}

    with

        days as (

            {{
                daybook._daily_balances(
                    run,
                    args.combination,
                    measures=measures,
                    moved=daybook._moved_on_hand(args),
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

{% macro _arguments_of_accumulating_snapshot() %}
    {% set columns = daybook._rules_of_event_columns() %}
    {% do return(
        {
            "state": columns.state,
            "dimensions": columns.dimensions,
            "corrections": {
                "default": "append",
                "one_of": ["append", "restate"],
            },
            "terminal_states": {"default": [], "texts": true},
            "keep_zero": {"default": false, "one_of": [true, false]},
        }
    ) %}
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

{#- By how much an entry changes what is on hand. -#}
{% macro _moved_on_hand(args) %}
    {%- if args.terminal_states -%}
        case
            when {{ args.state }} in ({{ daybook._quoted_list(args.terminal_states) }})
            then 0
            else event_count
        end
    {%- else -%} event_count
    {%- endif -%}
{% endmacro %}

{#- Whether a balance is carried to the next day. -#}
{% macro _has_fillers(args) %}
    {%- if not args.keep_zero -%} quantity_on_hand <> 0
    {%- elif args.terminal_states -%}
        not coalesce(
            {{ args.state }} in ({{ daybook._quoted_list(args.terminal_states) }}),
            false
        )
    {%- else -%} true
    {%- endif -%}
{% endmacro %}
