{#-
    What arrives, at moments of both time axes. After an end nothing is believed, whatever the
    row says.
-#}
{% macro _arrivals(names, shape, recorded_at) %}
    {%- set columns = names.compared + names.type_1 %}
    select
        {{ names.key | join(", ") }},
        1 as sequence,
        {{ recorded_at }} as system_at,
        {{ daybook._moment(names.event_time, shape.event, names.event_type) }}
        as event_at,
        {% if names.valid_until -%} {{ daybook._end_of_arrival(names, shape) }}
        {%- else -%} cast(null as {{ shape.event.type }})
        {%- endif %} as ends_at,
        struct(
            {{
                (
                    [names.system_time or "0", names.event_time] + names.order_by
                ) | join(", ")
            }}
        ) as arrival_order,
        {{ names.is_deleted or "false" }} as is_end,
        {% for column in columns -%}
            {% if names.is_deleted -%}
                if({{ names.is_deleted }}, null, {{ column }}) as {{ column }}
            {%- else -%} {{ column }}
            {%- endif -%}
            {{ ", " if not loop.last }}
        {% endfor %}
    from {{ names.arrivals }}
{% endmacro %}

{% macro _end_of_arrival(names, shape) %}
    {% set ends_at = daybook._as_end(
        daybook._moment(names.valid_until, shape.event), shape.event
    ) %}
    if(
        {{ names.is_deleted or "false" }} or {{ ends_at }} = {{ shape.event.far }},
        null,
        {{ ends_at }}
    )
{% endmacro %}

{#-
    When nothing is believed of a key: from an end to the next version, or for good. Readers
    have no row for that. Gaps are private, and only added to: one that is taken back stands
    there a second time, with the flag of what is not current.
-#}
{% macro _gaps(scope, names, shape) %}
    {%- set own = shape.names %}
    select
        {{ names.key | join(", ") }},
        {{ own.valid_from }} as starts_at,
        {{ daybook._as_end(own.valid_to, shape.event) }} as ends_at
    from {{ daybook.private(scope.posted) }}
    left semi join touched using ({{ names.key | join(", ") }})
    where
        ended_month = '9999-12'
        {% if scope.late_from -%} or ended_month >= '{{ scope.late_from }}' {%- endif %}
    group by all
    having
        sum(if({{ own.current_flag }} = {{ daybook._flag(shape.flags[0]) }}, 1, -1)) > 0
{% endmacro %}

{#-
    The rows to look at:

        touched   the keys that arrive, each with its first new event time
        stream    what arrives of them, after what is believed at present (sequence 0): their
                  current version, or the gap since it ended
        judged    of several about one moment of both times the last; with whether those of the
                  key are out of order: one is earlier in event time than the one before it
-#}
{% macro _history_sources(scope, names, shape) %}
    {%- set key = names.key | join(", ") -%}
    {%- set columns = names.compared + names.type_1 %}
    arrivals as ({{ daybook._arrivals(names, shape, scope.recorded_at) }}),

    {%- if scope.posted %}

        touched as (

            select {{ key }}, min(event_at) as first_event_at
            from arrivals
            group by {{ key }}

        ),

    {%- endif %}

    stream as (

        select *
        from arrivals

        {%- if scope.posted %}

            union all

            select
                {{ key }},
                0 as sequence,
                {% if shape.system -%} {{ shape.names.known_from }}
                {%- else -%} {{ scope.recorded_at }}
                {%- endif %} as system_at,
                {{ shape.names.valid_from }} as event_at,
                null as ends_at,
                null as arrival_order,
                false as is_end,
                {{ columns | join(", ") }}
            from {{ scope.posted }}
            left semi join touched using ({{ key }})
            where history_part = 'current'

            union all

            select
                {{ key }},
                0 as sequence,
                null as system_at,
                starts_at as event_at,
                null as ends_at,
                null as arrival_order,
                true as is_end
                {%- for column in columns -%}, null as {{ column }} {%- endfor %}
            from ({{ daybook._gaps(scope, names, shape) }})
            where ends_at = {{ shape.event.far }}

        {%- endif %}

    ),

    sequenced as (

        select
            *,
            event_at < lag(event_at) over in_sequence as is_early,
            not (
                {{ daybook._is_as_next(["sequence", "system_at", "event_at"]) }}
            ) as is_last,
            {{
                daybook._is_as_next(
                    ["sequence", "system_at", "event_at", "arrival_order"]
                )
            }}
            and not (
                {{ daybook._is_as_next(["is_end", "ends_at"] + columns) }}
            ) as is_tied
        from stream
        window
            in_sequence as (
                partition by {{ key }}
                order by sequence, system_at, event_at, arrival_order
            )

    ),

    judged as (

        {% if scope.is_disordered -%}
            select *
            from
                (
                    select
                        *,
                        max(is_early) over (partition by {{ key }}) as is_out_of_order
                    from sequenced
                )
        {%- else -%}
            select *, false as is_out_of_order
            from {{ "sequenced" if scope.has_repeats else "stream" }}
        {%- endif %}
        {% if scope.is_disordered or scope.has_repeats -%} where is_last {%- endif %}

    )
{% endmacro %}

{% macro _is_as_next(columns) %}
    {%- for column in columns -%}
        {{ "and " if not loop.first }}{{ column }}
        <=> lead({{ column }}) over in_sequence
        {{ " " }}
    {%- endfor -%}
{% endmacro %}

{#- The columns that no arrival may lack: [[column, what it is called in the stream], ...]. -#}
{% macro _needed_of_arrivals(key, event_time, system_time, is_deleted) %}
    {% set needed = [] %}
    {% for column in key %} {% do needed.append([column, column]) %} {% endfor %}
    {% for column, name in (
        (event_time, "event_at"),
        (system_time, "system_at"),
        (is_deleted, "is_end"),
    ) if column %}
        {% do needed.append([column, name]) %}
    {% endfor %}
    {% do return(needed) %}
{% endmacro %}
