{#-
    A full snapshot on top of what is published. Of the rows with one key the one of the highest
    version stays, rows that the snapshot lacks stay, and days that have left the window go.

        published              snapshot 2             then
        product  value  id     product  value  id     product  value  id
        1        20     1      1        25     2      1        25     2     changed
        2        7      1                             2        7      1     in the old one only
                               3        4      2      3        4      2     new

    No row is updated: both sides are put together, and of each key the first row is kept. With
    strategy="adopt" the run publishes the snapshot's files as they are instead, beside a small
    batch of the rows that it lacks, wherever that comes to the same rows.
-#}
{% macro merge_snapshot(
    incoming,
    posted,
    key,
    version,
    window_days=none,
    window_start=none,
    order_by=[],
    largest_loss=0.5,
    strategy="window",
    unchanged="replace"
) %}
    {%- if not execute -%} {%- do return("") -%} {%- endif -%}
    {%- set names = {
        "incoming": incoming,
        "posted": posted,
        "key": key,
        "version": version,
        "window_days": window_days,
        "window_start": window_start,
        "order_by": order_by,
        "largest_loss": largest_loss,
        "strategy": strategy,
        "unchanged": unchanged,
        "day": daybook._day_of_snapshot(key),
    } -%}
    {%- do daybook._check_merge_options(names) -%}
    {%- set scope = daybook._merge_scope(names) -%}
    {%- set merged = daybook._merged(names, scope) | trim -%}
    {%- do daybook._plan_merge(scope, merged) -%}
    {{- merged }}
{% endmacro %}

{#- Both sides, and of each key the first row. -#}
{% macro _merged(names, scope) %}
    {%- set incoming -%}
        select {{ scope.selected }} {{- ", 1 as daybook_side" if scope.posted }}
        from {{ names.incoming }}
        {% if scope.since -%} where {{ daybook._column(names.day) }} >= {{ scope.since }} {%- endif %}
    {%- endset -%}
    {%- set posted -%}
        select {{ scope.selected_of_posted }}, 0 as daybook_side
        from {{ scope.posted }}
        {% if scope.filters_posted -%}
            where {{ daybook._column(names.day) }} >= {{ scope.since }}
        {%- endif %}
    {%- endset -%}
    {%- set order = [names.version ~ " desc nulls last"] -%}
    {%- if scope.posted -%} {%- do order.append("daybook_side desc") -%} {%- endif -%}
    {{-
        daybook._first_of_each(
            scope.kept,
            incoming ~ ("\nunion all\n" ~ posted if scope.posted else ""),
            names.key,
            order
            + daybook._given_order(names.order_by, "the snapshot", scope.columns)
            + daybook._ordered_by(scope.columns),
            of_few=true,
        )
    -}}
{% endmacro %}

{#- The batch replaces days that have left the window, too. -#}
{% macro _plan_merge(scope, merged) %}
    {% if scope.input %} {% do daybook._plan_input(scope.input) %} {% endif %}
    {% do daybook._plan(
        "merge_snapshot",
        {
            "options": {"batch": "replace"},
            "remembers": scope.get("remembers", {}),
            "replaces": (
                {"to": scope.expired}
                if scope.get("expired") is not none
                else {}
            ),
            "extends": scope.get("expired") is not none,
            "counts": scope.get("counts"),
            "beside": (
                [daybook._key(daybook._digests_relation(this))]
                if scope.adopt
                else []
            ),
            "borrows": (
                daybook._adoption(scope.adopt, merged) if scope.adopt else none
            ),
        },
    ) %}
{% endmacro %}

{#- The column by which rows leave the window: the first of partition_by, none without. A unit
    test does not know that, and takes the first of the key, which has to be the same. -#}
{% macro _day_of_snapshot(key) %}
    {% if not execute %} {% do return(none) %} {% endif %}
    {% if daybook._phase() == "unit_test" %} {% do return(key[0]) %} {% endif %}
    {% do return(
        (daybook._as_list(daybook._option("partition_by", [])) + [none])[0]
    ) %}
{% endmacro %}
