{#-
    What a run of a daily snapshot reads and publishes. Its plan is made here, too.

        entries, posted  the new entries, and the snapshot itself
        last_day         the day up to which days are published: SQL for a date
        opening_day      the day after the last published one; none on a first run
        restates_from    the first of the month from which days are replaced, if they are

    columns: those by which balances are kept. args: state, terminal_states, keep_zero,
    corrections, age_by_item.
-#}
{% macro _snapshot_run(pattern, entries, posted, through, columns, args) %}
    {% set before = daybook._published_so_far(posted) %}
    {% do daybook._refuse_whole_relation("entries", entries) %}
    {% set restates = args.corrections == "restate" %}
    {% set plan = {
        "options": {
            "batch": "replace" if restates else "append",
            "partition_by": ["snapshot_month"],
        }
    } %}
    {% set run = {
        "entries": entries,
        "posted": posted,
        "last_day": "(" ~ through ~ ")",
    } %}
    {% if not daybook._may_read_rows() %}
        {% do daybook._plan(pattern, plan) %} {% do return(run) %}
    {% endif %}
    {#- The order of a list does not matter. -#}
    {% set built_with = {
        "state": args.state,
        "columns": columns | sort(case_sensitive=true),
        "age_by_item": args.age_by_item or false,
        "terminal_states": args.terminal_states | sort(case_sensitive=true),
        "keep_zero": args.keep_zero or false,
        "corrections": ["restate" if restates else "append"],
    } %}
    {% do daybook._refuse_other_arguments(pattern, before, built_with) %}
    {% set published_to = before.remembered.through %}
    {% set days = daybook._days_to_publish(entries, through, published_to, columns) %}
    {% if not days.through %}
        {% do daybook._plan(pattern, plan) %} {% do return(run) %}
    {% endif %}
    {% set restates_from = days.first_month if published_to and restates else none %}
    {% do daybook._plan(
        pattern,
        dict(
            plan,
            built_with=built_with,
            remembers={"through": days.through},
            extends=published_to and days.through != published_to,
            replaces={"from": restates_from[:7]} if restates_from else {},
        ),
    ) %}
    {% do return(
        dict(
            run,
            last_day="date'" ~ days.through ~ "'",
            opening_day=days.day_after if published_to else none,
            restates_from=restates_from,
        )
    ) %}
{% endmacro %}

{#-
    Up to which day there will be days, and from which month on they may change. The new entries are
    read once. Entries that take one another back add no day: an event that was withdrawn at once
    may have been dated years ahead. Spark compares the days: as text, one after 9999 comes first.
-#}
{% macro _days_to_publish(entries, through, published_to, columns) %}
    {% set published = (
        "date'" ~ published_to ~ "'" if published_to else "cast(null as date)"
    ) %}
    {% set query %}
        select to_json(struct(
            cast(greatest({{ through }}, {{ published }}) as string) as through,
            cast(max(event_date) filter (where daybook_moved <> 0) as string) as last_entry,
            max(event_date) filter (where daybook_moved <> 0)
            > greatest({{ through }}, {{ published }}) as is_beyond,
            cast(date_add({{ published }}, 1) as string) as day_after,
            cast(trunc(least(min(event_date), date_add({{ published }}, 1)), 'MM') as string)
                as first_month
        ))
        from (
            select event_date, sum(event_count) as daybook_moved
            from {{ entries }}
            group by event_date, direction, {{ columns | join(", ") }}
        )
    {% endset %}
    {% set days = daybook._json_rows(query)[0] %}
    {% if days.last_entry and (not days.through or days.is_beyond) %}
        {% call daybook._refuse(this) %}
            an entry dated {{ days.last_entry }} lies after the snapshot's last day,
            {{ days.through }}, and would be lost. Run the snapshot again after that day, or, if the
            event was withdrawn, after the entries. Filter future events out in the staging model
        {% endcall %}
    {% endif %}
    {% do return(days) %}
{% endmacro %}
