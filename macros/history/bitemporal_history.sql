{#-
    What was true, and what was believed: one row per key, interval of event time and interval
    of system time. A question about the past is a plain filter on both.

        customer_id  score  valid_from  valid_to    known_from           known_to
        C-1001       774    2016-11-16  9999-12-31  2016-11-16 07:14:27  2016-11-19 15:32:03
        C-1001       775    2016-11-16  9999-12-31  2016-11-19 15:32:04  9999-12-31 23:59:59

    A row stands in one of three parts, for what happens to it:

        current  open in both times: written again by each run
        past     ended in event time and still believed: added to; a month of it is written
                 again where a late arrival closes a row in it
        closed   no longer believed: added to, and nothing more

    So a run costs what arrives and what is current, however long the history is. For each key
    that arrives, what is believed from its first new event on, and its arrivals in order, give
    the rows to write; the others of the parts that are written again are copied.
-#}
{% macro bitemporal_history(
    arrivals,
    posted,
    key,
    values,
    event_time,
    system_time=none,
    order_by=[],
    is_deleted=none,
    valid_until=none,
    type_1=[],
    carry_forward=false,
    late_system_time="refuse",
    interval="closed",
    event_unit=none,
    system_unit=none,
    far_future={},
    columns={},
    flag_values=["Y", "N"]
) %}
    {#- Not while dbt parses: a bad option is the matter of its model alone. -#}
    {%- if not execute -%} {%- do return("") -%} {%- endif -%}
    {%- set given = {
        "key": key,
        "values": values,
        "type_1": type_1,
        "event_time": event_time,
        "system_time": system_time,
        "order_by": order_by,
        "is_deleted": is_deleted,
        "valid_until": valid_until,
    } -%}
    {%- do daybook._check_history_options(
        given,
        {
            "carry_forward": carry_forward,
            "late_system_time": late_system_time,
            "interval": interval,
            "far_future": far_future,
            "columns": columns,
            "flag_values": flag_values,
        },
    ) -%}
    {%- do daybook._check_posted(posted) -%}
    {%- do daybook._refuse_whole_relation("arrivals", arrivals) -%}
    {%- set names = daybook._names_of_arrivals(arrivals, given, carry_forward) -%}
    {%- set shape = daybook._history_shape(
        names,
        interval,
        {"event": event_unit, "system": system_unit},
        far_future,
        columns,
        flag_values,
    ) -%}
    {%- do daybook._check_history_columns(names, shape) -%}
    {%- set scope = daybook._history_scope(posted, names, shape, late_system_time) -%}
    {%- do daybook._plan_history(scope) %}

    with

        {{ daybook._history_sources(scope, names, shape) }}

        {%- if not names.folds_all -%}
            , {{ daybook._history_in_order(scope, names, shape) }}
        {%- endif -%}
        {%- if scope.is_disordered -%}
            , {{ daybook._history_out_of_order(scope, names, shape) }}
        {%- endif %}

        {% if not names.folds_all -%}
            {{ daybook._history_rows("in_order", names, shape) }}
        {%- endif %}
        {% if scope.is_disordered -%}
            {{ "union all" if not names.folds_all }}
            {{ daybook._history_rows("folded_rows", names, shape) }}
        {%- endif %}
    {% if scope.posted %}
        union all
        select {{ daybook._history_columns(shape) | join(", ") }}
        from {{ scope.posted }} as history
        left anti join
            touched on {{ daybook._is_touched(scope, names, shape) }}
            {% if scope.late_from -%}
                and history.{{ shape.names.valid_from }} <= touched.last_event_at
            {%- endif %}
        where
            history_part = 'current'
            {% if scope.rewritten -%}
                or history_part = 'past'
                and ended_month in ({{ daybook._quoted_list(scope.rewritten) }})
            {%- endif %}
    {% endif %}

{% endmacro %}

{#- All its columns, in order. -#}
{% macro _history_columns(shape) %}
    {% set own = shape.names %}
    {% set times = [own.valid_from, own.valid_to] + (
        [own.known_from, own.known_to] if shape.system else []
    ) %}
    {% do return(
        shape.key
        + shape["values"]
        + shape.type_1
        + times
        + [own.current_flag, "history_part", "ended_month"]
    ) %}
{% endmacro %}
