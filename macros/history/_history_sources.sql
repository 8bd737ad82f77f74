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
    The rows to look at:

        touched   the keys that arrive; where any has an event before its last version, each with
                  its first and its last new event time
        stream    what arrives (sequence 1) after what is believed at present (sequence 0)
        judged    of several arrivals about one moment of both times the last; with the end
                  of what is believed at the first one, and whether the key's are in order:
                  each as late in event time as the one before it, and all before that end
-#}
{% macro _history_sources(scope, names, shape) %}
    {%- set key = names.key | join(", ") -%}
    {%- set columns = names.compared + names.type_1 %}
    arrivals as ({{ daybook._arrivals(names, shape, scope.recorded_at) }}),

    {%- if scope.posted %}

        touched as (

            {% if scope.late_from -%}
                select
                    {{ key }},
                    min(event_at) as first_event_at,
                    max(event_at) as last_event_at
                from arrivals
                group by {{ key }}
            {%- else -%}select {{ key }} from arrivals
            {%- endif %}

        ),

    {%- endif %}

    stream as (

        select *
        from arrivals

        {%- if scope.posted %}

            union all

            {{ daybook._believed(scope, names, shape) }}

        {%- endif %}

    ),

    sequenced as (

        select
            *,
            sequence = 1
            and lag(sequence) over in_sequence = 1
            and event_at < lag(event_at) over in_sequence as is_early,
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

        {% if scope.is_disordered or scope.late_from -%}
            select
                *,
                coalesce(is_disordered, false)
                or last_event_at >= held_until as is_out_of_order
            from
                (
                    select
                        *,
                        max(is_early) over of_key as is_disordered,
                        coalesce(
                            max(
                                if(
                                    sequence = 0 and event_at <= first_event_at,
                                    ends_at,
                                    null
                                )
                            ) over of_key,
                            min(
                                if(
                                    sequence = 0 and event_at > first_event_at,
                                    event_at,
                                    null
                                )
                            ) over of_key,
                            {{ shape.event.far }}
                        ) as held_until
                    from
                        (
                            select
                                *,
                                min(if(sequence = 1, event_at, null)) over of_key
                                as first_event_at,
                                max(if(sequence = 1, event_at, null)) over of_key
                                as last_event_at
                            from sequenced
                            window of_key as (partition by {{ key }})
                        )
                    window of_key as (partition by {{ key }})
                )
        {%- else -%}
            select
                *,
                false as is_out_of_order,
                {{ shape.event.far }} as held_until,
                event_at as first_event_at
            from {{ "sequenced" if scope.has_repeats else "stream" }}
        {%- endif %}
        {% if scope.is_disordered or scope.late_from or scope.has_repeats -%}
            where is_last
        {%- endif %}

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
{% macro _needed_of_arrivals(names) %}
    {% set needed = [] %}
    {% for column in names.key %} {% do needed.append([column, column]) %} {% endfor %}
    {% for column, name in (
        (names.event_time, "event_at"),
        (names.system_time, "system_at"),
        (names.is_deleted, "is_end"),
    ) if column %}
        {% do needed.append([column, name]) %}
    {% endfor %}
    {% do return(needed) %}
{% endmacro %}
