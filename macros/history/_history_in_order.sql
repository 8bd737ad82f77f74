{#-
    Keys whose arrivals come in order: each closes what was current, and is current itself. Of
    what is kept, in sequence, with what follows it:

        closed   as it was believed while nothing followed:    known until the next system time
        past     shortened to the next event time:             known from the next system time
        current  the last one
        taken    the gap that an arrival ends: its open row is taken back

    What says the same as the one before it changes nothing.
-#}
{% macro _history_in_order(scope, names, shape) %}
    {%- set key = names.key | join(", ") -%}
    {%- set far = shape.event.far -%}
    {%- set in_sequence -%} partition by {{ key }} order by sequence, system_at, event_at
    {%- endset %}
    kept as (

        select
            *
            {%- for column in names.type_1 -%}
                , lead(before_{{ column }}) over in_sequence as last_{{ column }}
            {%- endfor %},
            lead(event_at) over in_sequence as next_event_at,
            lead(system_at) over in_sequence as next_system_at
        from
            (
                select
                    *
                    {%- for column in names.type_1 -%}
                        ,
                        lag({{ column }}) over in_sequence as before_{{ column }},
                        last_value({{ column }}) over (
                            {{ in_sequence }}
                            rows between unbounded preceding and unbounded following
                        ) as latest_{{ column }}
                    {%- endfor %},
                    lag(sequence) over in_sequence is null
                    or is_end <> lag(is_end) over in_sequence
                    {%- for column in names.compared %}
                        or not {{ column }} <=> lag({{ column }}) over in_sequence
                    {%- endfor %} as is_change
                from judged
                where not coalesce(is_out_of_order, false)
                window in_sequence as ({{ in_sequence }})
            )
        where is_change
        window in_sequence as ({{ in_sequence }})

    ),

    in_order as (

        select
            {{ key }},
            {% for column in names.compared -%} {{ column }}, {% endfor -%}
            {% for column in names.type_1 -%}
                if(
                    part = 'current', latest_{{ column }}, last_{{ column }}
                ) as {{ column }},
            {% endfor -%}
            event_at as starts_at,
            if(part = 'past', next_event_at, {{ far }}) as ends_at,
            if(part = 'past', next_system_at, system_at) as known_at,
            if(part = 'closed', next_system_at, null) as superseded_at,
            if(is_end, 'gap', part) as history_part,
            part <> 'taken' as is_posted
        from
            (
                select *, explode(array('closed', 'past', 'current', 'taken')) as part
                from kept
            )
        where
            case
                part
                when 'closed'
                then not is_end and next_system_at > system_at
                when 'past'
                then next_event_at > event_at
                when 'current'
                then next_event_at is null and not (is_end and sequence = 0)
                else is_end and sequence = 0 and next_event_at is not null
            end

    )
{% endmacro %}
