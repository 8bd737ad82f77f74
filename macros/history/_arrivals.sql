{#-
    The arrivals, at moments of both time axes, with their values and type 1 columns as one struct
    each. After an end nothing is believed, whatever values the row has.

    new_batches has ids of batches as literals, so Spark compiles the stage that reads its rows
    again in each run. With the shuffle, which the windows need anyway, that stage is a short one,
    and what is computed here belongs to the next stage, which stays compiled.
-#}
{% macro _arrivals(arguments, layout, system_at) %}
    {%- set key = layout.key | join(", ") %}
    {%- set is_end = arguments.is_deleted or "false" %}
    {%- set order = [arguments.system_time or "0", arguments.event_time] %}
    select
        {{ key }},
        true as daybook_is_arrival,
        {{ system_at }} as daybook_system_at,
        {{ daybook._moment(arguments.event_time, layout.event, arguments.event_type) }}
        as daybook_event_at,
        {% if arguments.valid_until -%}
            {%- set valid_until = daybook._moment(
                arguments.valid_until, layout.event
            ) -%}
            {%- set ends_at = daybook._half_open_end(valid_until, layout.event) -%}
            if(
                {{ is_end }} or {{ ends_at }} = {{ layout.event.far }},
                null,
                {{ ends_at }}
            )
        {%- else -%} cast(null as {{ layout.event.type }})
        {%- endif %} as daybook_ends_at,
        struct({{ (order + arguments.order_by) | join(", ") }}) as daybook_order,
        {{ is_end }} as daybook_is_end,
        {#- Spark 4.2 takes the type of a fold from its first value: it has to look nullable. #}
        if(
            {{ is_end }}, null, {{ daybook._struct_of(layout["values"]) }}
        ) as daybook_belief,
        if(
            {{ is_end }}, null, {{ daybook._struct_of(layout.type_1) }}
        ) as daybook_type_1
    from
        (
            select  /*+ repartition({{ key }}) */
                *
            from {{ arguments.arrivals }}
        )
{% endmacro %}

{#- The system time of an arrival: its own, or the run's. With `earliest` it is not before that:
    the run's own time, and arrivals that are restamped. With one time axis it is always 0. -#}
{% macro _system_at(arguments, layout, earliest) %}
    {%- set zone = modules.pytz.timezone(var("daybook_time_zone", "UTC")) -%}
    {#- Spark has six digits of a second. dbt 2 gives nine. -#}
    {%- set of_run = run_started_at.astimezone(zone).strftime(
        "%Y-%m-%d %H:%M:%S.%f"
    ) -%}
    {%- set time_of_run -%} timestamp_ntz'{{ of_run[:26] }}' {%- endset -%}
    {%- if not layout.system -%} 0l
    {%- else -%}
        {%- set time = daybook._moment(
            arguments.system_time or time_of_run,
            layout.system,
            arguments.system_type,
        ) -%}
        {%- if earliest -%}
            greatest(
                {{ time }}, {{ daybook._moment_literal(earliest, layout.system.type) }}
            )
        {%- else -%} {{ time }}
        {%- endif -%}
    {%- endif -%}
{% endmacro %}

{#- The columns that no arrival may lack: [[column, its name in the CTE arrivals], ...]. -#}
{% macro _needed_of_arrivals(arguments) %}
    {% set needed = [] %}
    {% for column in arguments.key %}
        {% do needed.append([column, column]) %}
    {% endfor %}
    {% for column, name in (
        (arguments.event_time, "daybook_event_at"),
        (arguments.system_time, "daybook_system_at"),
        (arguments.is_deleted, "daybook_is_end"),
    ) if column %}
        {% do needed.append([column, name]) %}
    {% endfor %}
    {% do return(needed) %}
{% endmacro %}
