{#-
    The arrivals, at moments of both time axes, with their values and type 1 columns as one struct
    each. After an end nothing is believed, whatever values the row has.

    new_batches has ids of batches as literals, so Spark compiles the stage that reads its rows
    again in each run. With the shuffle, which the windows need anyway, that stage is a short one,
    and what is computed here belongs to the next stage, which stays compiled.
-#}
{% macro _arrivals(run) %}
    {%- set key = run.key | join(", ") %}
    {%- set is_end = run.is_deleted or "false" %}
    {%- set order = [run.system_time or "0", run.event_time] + run.order_by %}
    select
        {{ key }},
        true as daybook_is_arrival,
        {{ daybook._system_at(run) }} as daybook_system_at,
        {{ daybook._moment(run.event_time, run.event, run.event_type) }}
        as daybook_event_at,
        {% if run.valid_until -%}
            {%- set valid_until = daybook._moment(run.valid_until, run.event) -%}
            {%- set ends_at = daybook._half_open_end(valid_until, run.event) -%}
            if({{ is_end }} or {{ ends_at }} = {{ run.event.far }}, null, {{ ends_at }})
        {%- else -%} {{ run.ends_at or "cast(null as " ~ run.event.type ~ ")" }}
        {%- endif %} as daybook_ends_at,
        struct({{ order | join(", ") }}) as daybook_order,
        {{ is_end }} as daybook_is_end,
        {#- Spark 4.2 takes the type of a fold from its first value: it has to look nullable. #}
        if(
            {{ is_end }}, null, {{ daybook._struct_of(run["values"]) }}
        ) as daybook_belief,
        if({{ is_end }}, null, {{ daybook._struct_of(run.type_1) }}) as daybook_type_1
    from
        (
            select  /*+ repartition({{ key }}) */
                *
            from {{ run.arrivals }}
        )
{% endmacro %}

{#- Columns as one value that can be compared; it is NULL if there are none. -#}
{% macro _struct_of(columns) %}
    {%- if columns -%} struct({{ columns | join(", ") }})
    {%- else -%} cast(null as int)
    {%- endif -%}
{% endmacro %}

{#- The system time of an arrival: its own, or the run's. With one time axis it is always 0. -#}
{% macro _system_at(run) %}
    {%- set zone = modules.pytz.timezone(var("daybook_time_zone", "UTC")) -%}
    {#- Spark has six digits of a second. dbt 2 gives nine. -#}
    {%- set of_run = run_started_at.astimezone(zone).strftime(
        "%Y-%m-%d %H:%M:%S.%f"
    ) -%}
    {%- set time_of_run -%} timestamp_ntz'{{ of_run[:26] }}' {%- endset -%}
    {%- if not run.system -%} 0l
    {%- else -%}
        {%- set time = daybook._moment(
            run.system_time or time_of_run, run.system, run.system_type
        ) -%}
        {%- if not run.earliest -%} {{ time }}
        {%- else -%}
            {%- set least = daybook._moment_literal(run.earliest, run.system.type) -%}
            greatest({{ time }}, {{ least }})
        {%- endif -%}
    {%- endif -%}
{% endmacro %}

{#- The columns that no arrival may lack, as `_refuse_unplaced` takes them: [[column, "", SQL for
    the rows of the CTE arrivals that lack it], ...]. -#}
{% macro _needed_of_arrivals(run) %}
    {% set needed = [] %}
    {% for column, name in zip(run.key, run.key) | list + [
        (run.event_time, "daybook_event_at"),
        (run.system_time, "daybook_system_at"),
        (run.is_deleted, "daybook_is_end"),
    ] if column %}
        {% do needed.append([daybook.bare_name(column), "", name ~ " is null"]) %}
    {% endfor %}
    {% do return(needed) %}
{% endmacro %}
