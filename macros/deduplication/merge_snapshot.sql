{#-
    Merges a full snapshot into what is published. For each key, the row of the
    highest version stays. Rows that the snapshot lacks stay. Days before the window go.

        published              snapshot 2             then
        product  value  id     product  value  id     product  value  id
        1        20     1      1        25     2      1        25     2     changed
        2        7      1                             2        7      1     in the old one only
                               3        4      2      3        4      2     new

    No row is updated: the SQL puts both sides together and keeps the first row of each key. The
    other strategies are in adoption/_adopt_snapshot.sql.
-#}
{% macro merge_snapshot(
    incoming,
    posted,
    key,
    version,
    window=none,
    order_by=none,
    largest_loss=none,
    strategy=none
) %}
    {%- if not execute -%} {%- do return("") -%} {%- endif -%}
    {%- set arguments = daybook._checked_merge_arguments(
        {
            "incoming": incoming,
            "posted": posted,
            "key": key,
            "version": version,
            "window": window,
            "order_by": order_by,
            "largest_loss": largest_loss,
            "strategy": strategy,
        }
    ) -%}
    {%- set so_far = daybook.published_so_far(posted) -%}
    {%- set sides = (
        daybook._sides_of_run(arguments, so_far)
        if daybook.current_phase() == "run"
        else daybook._sides_without_log(arguments)
    ) -%}
    {%- set merged = daybook._merged(arguments, sides) | trim -%}
    {#- A row replaces another in its own partition only, and days that the snapshot lacks stay. -#}
    {%- set options = {
        "batch": "replace",
        "restate_from": none,
        "restate_to": none,
    } -%}
    {%- set plan = dict(sides.plan, options=options) -%}
    {%- if plan.borrows -%}
        {%- do plan.borrows.update({"sql": merged}) -%}
    {%- endif -%}
    {%- do daybook.make_plan("merge_snapshot", plan) -%}
    {{- merged }}
{% endmacro %}

{#- Both sides, and of each key the first row. Before version 4, Spark has no EXCEPT of columns. -#}
{% macro _merged(arguments, sides) %}
    {%- set columns = sides.columns -%}
    {%- set names = daybook.quoted_column(columns | map("first") | list) | join(
        ", "
    ) -%}
    {%- set both -%}
        select {{ names or "*" }}, 1 as daybook_side
        from {{ arguments.incoming }}
        {% if sides.since is not none -%}
            where {{ arguments.key[0] }} >= {{ sides.since }}
        {%- endif %}
        {% if sides.posted -%}
            union all
            select *, 0 as daybook_side
            from ({{ sides.posted }})
        {%- endif %}
    {%- endset -%}
    {{-
        daybook._first_of_each(
            both,
            arguments.key,
            [arguments.version ~ " desc nulls last", "daybook_side desc"]
            + daybook._given_order(arguments.order_by, "the snapshot", columns),
            names or "* except (daybook_side)",
            of_few=true,
        )
    -}}
{% endmacro %}
