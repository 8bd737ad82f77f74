{#-
    Keys whose arrivals come in order: each closes what holds at its event time, and holds to
    the end of that itself. Of what is kept, in sequence, with what follows it:

        closed   as it was believed while nothing followed:    known until the next system time
        past     shortened to the next event time:             known from the next system time
        last     the last one
        taken    the gap that an arrival ends: its row is taken back

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
                ,
                lead({{ daybook._prefixed("before_", column) }}) over in_sequence
                as {{ daybook._prefixed("last_", column) }}
            {%- endfor %},
            lead(event_at) over in_sequence as next_event_at,
            lead(system_at) over in_sequence as next_system_at
        from
            (
                select
                    *
                    {%- for column in names.type_1 -%}
                        ,
                        lag({{ column }}) over in_sequence
                        as {{ daybook._prefixed("before_", column) }},
                        last_value({{ column }}) over (
                            {{ in_sequence }}
                            rows between unbounded preceding and unbounded following
                        ) as {{ daybook._prefixed("latest_", column) }}
                    {%- endfor %},
                    lag(sequence) over in_sequence is null
                    or is_end <> lag(is_end) over in_sequence
                    {%- for column in names.compared %}
                        or not {{ column }} <=> lag({{ column }}) over in_sequence
                    {%- endfor %} as is_change
                from judged
                where
                    not is_out_of_order and (sequence = 1 or event_at <= first_event_at)
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
                case
                    when held_until < {{ far }}
                    then {{ column }}
                    when part = 'last'
                    then {{ daybook._prefixed("latest_", column) }}
                    else {{ daybook._prefixed("last_", column) }}
                end as {{ column }},
            {% endfor -%}
            event_at as starts_at,
            if(part = 'past', next_event_at, held_until) as ends_at,
            if(part = 'past', next_system_at, system_at) as known_at,
            if(part = 'closed', next_system_at, null) as superseded_at,
            case
                when is_end
                then 'gap'
                when part <> 'last'
                then part
                when held_until < {{ far }}
                then 'past'
                else 'current'
            end as history_part,
            part <> 'taken' as is_posted
        from
            (
                select *, explode(array('closed', 'past', 'last', 'taken')) as part
                from kept
            )
        where
            case
                part
                when 'closed'
                then not is_end and next_system_at > system_at
                when 'past'
                then next_event_at > event_at
                when 'last'
                then
                    next_event_at is null and not (is_end and sequence = 0)
                    {% if scope.late_from -%}
                        and (
                            sequence = 1
                            or held_until = {{ far }}
                            or {{ daybook._month_of("held_until", shape.event) }}
                            in ({{ daybook._quoted_list(scope.rewritten) or "''" }})
                        )
                    {%- endif %}
                else is_end and sequence = 0 and next_event_at is not null
            end

    )
{% endmacro %}

{% macro _prefixed(prefix, column) %}
    {% do return(daybook._column(prefix ~ daybook._bare_name(column))) %}
{% endmacro %}
