{#-
    A history from full snapshots: copies of a whole table, each taken at some time.

        snapshots                          history
        taken_at    customer_id  score    customer_id  score  valid_from  valid_to
        2016-11-16  C-1001       774      C-1001       774    2016-11-16  2016-11-17
        2016-11-16  C-1002       512      C-1001       775    2016-11-18  9999-12-31
        2016-11-17  C-1001       774      C-1002       512    2016-11-16  2016-11-16
        2016-11-18  C-1001       775

    A snapshot says of each key of its scope what was true when it was taken, and that there were no
    others; it holds until the next one. So its arrivals are what differs from the snapshot before it.
    If it comes late, they hold up to the one after it, where what was believed resumes. What the history
    makes of arrivals is in bitemporal_history.sql.

    The times of all snapshots are private rows, in the part `snapshot`.
-#}
{% macro history_of_snapshots(
    snapshots,
    posted,
    key,
    taken_at,
    values=none,
    scope=none,
    deletes=none,
    largest_loss=none,
    history=none
) %}
    {%- if not execute -%} {%- do return("") -%} {%- endif -%}
    {%- set so_far = daybook.published_so_far(posted) -%}
    {%- set given = daybook._arguments_of_snapshots(
        {
            "snapshots": snapshots,
            "key": key,
            "taken_at": taken_at,
            "values": values,
            "scope": scope,
            "deletes": deletes,
            "largest_loss": largest_loss,
            "history": history,
        },
        so_far,
    ) -%}
    {#- Nothing can be asked about the columns, and nobody reads this text. -#}
    {%- if not given["values"] -%}
        {%- do return("select * from " ~ snapshots) -%}
    {%- endif -%}
    {%- set arguments = daybook._history_arguments(
        "history_of_snapshots", given, "the snapshots"
    ) -%}
    {%- set layout = dict(
        daybook._history_layout(arguments),
        scope=daybook.quoted_column(given.scope),
    ) -%}
    {%- do daybook._refuse_other_history(
        "history_of_snapshots", so_far, arguments, layout
    ) -%}
    {%- set run = daybook._run_of_snapshots(so_far, arguments, layout, given) -%}
    {%- do daybook._plan_history("history_of_snapshots", run) -%}
    {{ daybook._history_query(run) }}
{% endmacro %}
