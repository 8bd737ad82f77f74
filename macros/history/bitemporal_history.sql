{#-
    What was true, and what was believed: one row per key, interval of event time and interval
    of system time. A question about the past is a plain filter on both.

        customer_id  score  valid_from  valid_to    known_from           known_to
        C-1001       774    2016-11-16  9999-12-31  2016-11-16 07:14:27  2016-11-19 15:32:03
        C-1001       775    2016-11-16  9999-12-31  2016-11-19 15:32:04  9999-12-31 23:59:59

    A row is in one of three parts, depending on what can still happen to it:

        current  open in both times: each run writes it again
        past     ended in event time and still believed: a run adds rows, and writes a month of
                 them again if a late arrival closes a row in it
        closed   no longer believed: a run adds rows, and nothing more

    So a run costs what arrives and what is current, however long the history is. For each key
    that arrives, the rows to write follow from its arrivals in order, and from what is believed
    from its first new event time on. The other rows of what is written again are copied.
-#}
{% macro bitemporal_history(
    arrivals,
    posted,
    key,
    values,
    event_time,
    system_time=none,
    order_by=none,
    is_deleted=none,
    valid_until=none,
    type_1=none,
    carry_forward=none,
    late_system_time=none,
    interval=none,
    event_unit=none,
    system_unit=none,
    far_future=none,
    columns=none,
    flag_values=none
) %}
    {#- An error while dbt parses would end every command of the project. -#}
    {%- if not execute -%} {%- do return("") -%} {%- endif -%}
    {%- set so_far = daybook.published_so_far(posted) -%}
    {%- set arguments = daybook._history_arguments(
        "bitemporal_history",
        {
            "arrivals": arrivals,
            "key": key,
            "values": values,
            "event_time": event_time,
            "system_time": system_time,
            "order_by": order_by,
            "is_deleted": is_deleted,
            "valid_until": valid_until,
            "type_1": type_1,
            "carry_forward": carry_forward,
            "late_system_time": late_system_time,
            "interval": interval,
            "event_unit": event_unit,
            "system_unit": system_unit,
            "far_future": far_future,
            "columns": columns,
            "flag_values": flag_values,
        },
        "the arrivals",
    ) -%}
    {%- do daybook.refuse_whole_relation("arrivals", arrivals) -%}
    {%- set layout = daybook._history_layout(arguments) -%}
    {%- do daybook._refuse_other_history(
        "bitemporal_history", so_far, arguments, layout
    ) -%}
    {%- set run = daybook._history_run(so_far, arguments, layout) -%}
    {%- do daybook._plan_history("bitemporal_history", run) -%}
    {{ daybook._history_query(run) }}
{% endmacro %}
