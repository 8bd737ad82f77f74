{#-
    What a run of a daily snapshot reads and publishes: the arguments that the pattern was given,
    the columns of the log, and

        key            the columns by which balances are kept: the state and the dimensions, or,
                       by_item, also the item
        since          {column: the age that it stands for}: days that belong to the key. An age
                       grows from day to day, and the day on which it began does not
        measures       {column: SQL of an entry}: summed by day, 0 in a filler. Without any, entries
                       of terminal states are left out
        details        columns of an entry, NULL in a filler. With details, by_item, each entry has
                       a row, in their order, and the last one of a day has the balance
        published_to   the last published day; none on a first run
        last_day       the day up to which days are published: SQL for a date
        restates_from  the first of the month from which days are replaced, if they are

    The plan is made here, too.
-#}
{% macro _snapshot_run(pattern, given, since={}, measures={}, by_item=false) %}
    {% set of_item = ["item", "occurred_at", "order_by"] if by_item else [] %}
    {% set args = daybook._event_arguments(
        pattern,
        given.entries,
        given.event_log,
        given,
        daybook._rules_of_snapshot(),
        reads=["state", "dimensions"] + of_item,
    ) %}
    {% set key = ([args.item] if by_item else []) + args.combination %}
    {% set details = args.order + ["direction"] if by_item else [] %}
    {% set worked = ["age_working_days"] if args.calendar else [] %}
    {% set before = daybook.published_so_far(args.posted) %}
    {% do daybook.refuse_whole_relation("entries", args.entries) %}
    {% set published_to = before.remembered.through %}
    {% set restates, days, plan = args.corrections == "restate", {}, {} %}
    {% if daybook.may_read_rows() %}
        {#- The order of a list does not matter. -#}
        {% set built_with = {
            "state": args.state,
            "columns": key | sort(case_sensitive=true),
            "age_by_item": args.age_by_item,
            "terminal_states": args.terminal_states
            | sort(case_sensitive=true),
            "keep_zero": args.keep_zero,
            "corrections": [args.corrections],
        } %}
        {% do daybook.refuse_other_arguments(pattern, before, built_with) %}
        {% set days = daybook._days_to_publish(args, published_to, key) %}
    {% endif %}
    {% set restates_from = days.first_month if restates and published_to else none %}
    {% if days.through %}
        {% set plan = {
            "built_with": built_with,
            "remembers": {"through": days.through},
            "extends": published_to and days.through != published_to,
            "replaces": {"from": restates_from[:7]} if restates_from else {},
        } %}
    {% endif %}
    {% set batch = "replace" if restates else "append" %}
    {% set options = {"batch": batch, "partition_by": ["snapshot_month"]} %}
    {% set own = ["snapshot_date", "quantity_on_hand", "snapshot_month"] %}
    {% set ages = since.values() | list %}
    {% set published = own + key + details + measures | list + ages + worked %}
    {% do daybook.make_plan(
        pattern, dict(plan, publishes=published, options=options)
    ) %}
    {% set through = "date'" ~ days.through ~ "'" if days.through else none %}
    {% do return(
        dict(
            args,
            key=key,
            since=since,
            measures=measures,
            details=details,
            published_to=published_to if through else none,
            last_day=through or "(" ~ args.through ~ ")",
            restates_from=restates_from,
        )
    ) %}
{% endmacro %}

{#- All arguments of daily snapshots; each has some of them. -#}
{% macro _rules_of_snapshot() %}
    {% set flag = {"default": false, "one_of": [true, false]} %}
    {% set rules = {
        "entries": {},
        "posted": {},
        "through": {},
        "corrections": {"default": "append", "one_of": ["append", "restate"]},
        "age_by_item": flag,
        "keep_zero": flag,
    } %}
    {% do return(rules) %}
{% endmacro %}

{#-
    Up to which day there will be days, and from which month on they may change. The new entries are
    read once. Entries that take one another back add no day: an event that was withdrawn at once
    may have been dated years ahead. Spark compares the days: as text, one after 9999 comes first.
-#}
{% macro _days_to_publish(args, published_to, key) %}
    {% set published = (
        "date'" ~ published_to ~ "'" if published_to else "cast(null as date)"
    ) %}
    {% set query %}
        select to_json(struct(
            cast(greatest({{ args.through }}, {{ published }}) as string) as through,
            cast(max(event_date) filter (where daybook_moved <> 0) as string) as last_entry,
            max(event_date) filter (where daybook_moved <> 0)
            > greatest({{ args.through }}, {{ published }}) as is_beyond,
            cast(trunc(least(min(event_date), date_add({{ published }}, 1)), 'MM') as string)
                as first_month
        ))
        from (
            select event_date, sum(event_count) as daybook_moved
            from {{ args.entries }}
            group by event_date, direction, {{ key | join(", ") }}
        )
    {% endset %}
    {% set days = daybook.json_rows(query)[0] %}
    {% if days.last_entry and (not days.through or days.is_beyond) %}
        {% call daybook.refuse(this) %}
            an entry dated {{ days.last_entry }} lies after the snapshot's last day,
            {{ days.through }}, and would be lost. Run the snapshot again after that day, or, if the
            event was withdrawn, after the entries. Filter future events out in the staging model
        {% endcall %}
    {% endif %}
    {% do return(days) %}
{% endmacro %}
