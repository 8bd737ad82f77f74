{#-
    What the history's SQL starts from, as CTEs:

        arrivals   what arrives, at moments of both time axes
        touched    the keys of arrivals; if some key has an event before its current version,
                   each key with its first and its last new event time
        stream     what is believed of the keys that arrive, then their arrivals
        judged     the stream without arrivals that another one at the same moment of both
                   times replaces; with the end of what is believed at the key's first new
                   event time, and whether the key is out of order, so that it is folded
-#}
{% macro _history_sources(run) %}
    {%- set key = run.key | join(", ") %}
    arrivals as ({{ daybook._arrivals(run) }}),

    {% if run.published -%}
        touched as (

            {% if run.past_from -%}
                select
                    {{ key }},
                    min(daybook_event_at) as daybook_first_event_at,
                    max({{ daybook._reached_by_arrival(run) }}) as daybook_last_event_at
                from arrivals
                group by {{ key }}
            {%- else -%}select {{ key }} from {{ run.arrivals }}
            {%- endif %}

        ),
    {%- endif %}

    stream as (

        select *
        from arrivals
        {% if run.published -%}
            union all
            {{ daybook._published_versions(run) }}
        {%- endif %}

    ),

    judged as (

        {% if run.is_out_of_order or run.past_from -%}
            {{ daybook._judged_by_key(run, key) }}
        {%- else -%}
            select
                *,
                false as daybook_is_out_of_order,
                daybook_event_at as daybook_first_event_at,
                {{ run.event.far }} as daybook_held_until
            from
            {% if run.has_repeats -%}
                    ({{ daybook._beside_neighbours("stream", key) }})
                where daybook_is_last
                {%- else -%} stream
                {%- endif %}
        {%- endif %}

    )
{% endmacro %}

{#- The last event time that an arrival reaches: its own, or its end, where a version may be merged. -#}
{% macro _reached_by_arrival(run) %}
    {{-
        (
            "greatest(daybook_event_at, daybook_ends_at)"
            if run.ends_at
            else "daybook_event_at"
        )
    -}}
{% endmacro %}

{#- The stream or the arrivals, with what each row is to the one before and the one after it. Only the
    stream has to know which of several arrivals at one moment came last. -#}
{% macro _beside_neighbours(rows, key) %}
    select
        *,
        daybook_is_arrival
        and (
            daybook_ends_at is not null
            or lag(daybook_is_arrival) over in_sequence
            and daybook_event_at < lag(daybook_event_at) over in_sequence
        ) as daybook_is_early,
        not (
            daybook_is_arrival <=> lead(daybook_is_arrival) over in_sequence
            and daybook_system_at <=> lead(daybook_system_at) over in_sequence
            and daybook_event_at <=> lead(daybook_event_at) over in_sequence
        ) as daybook_is_last
    from {{ rows }}
    window
        in_sequence as (
            partition by {{ key }}
            order by
                daybook_is_arrival,
                daybook_system_at,
                daybook_event_at
                {{- ", daybook_order" if rows == "stream" }}
        )
{% endmacro %}

{#- A key is in order if each arrival is as late in event time as the one before it, and all are
    before the end of what is believed at the first of them, or before the next start if nothing is.
    What is published does not overlap, so the row that holds there ends before the others start. -#}
{% macro _judged_by_key(run, key) %}
    select
        *,
        daybook_is_disordered
        or daybook_last_event_at >= daybook_held_until as daybook_is_out_of_order
    from
        (
            select
                *,
                coalesce(
                    min(
                        case
                            when daybook_is_arrival
                            then null
                            when daybook_event_at <= daybook_first_event_at
                            then daybook_ends_at
                            else daybook_event_at
                        end
                    ) over of_key,
                    {{ run.event.far }}
                ) as daybook_held_until
            from
                (
                    select
                        *,
                        coalesce(
                            max(daybook_is_early) over of_key, false
                        ) as daybook_is_disordered,
                        min(if(daybook_is_arrival, daybook_event_at, null)) over of_key
                        as daybook_first_event_at,
                        max(
                            if(
                                daybook_is_arrival,
                                {{ daybook._reached_by_arrival(run) }},
                                null
                            )
                        ) over of_key as daybook_last_event_at
                    from ({{ daybook._beside_neighbours("stream", key) }})
                    window of_key as (partition by {{ key }})
                )
            window of_key as (partition by {{ key }})
        )
    where daybook_is_last
{% endmacro %}
