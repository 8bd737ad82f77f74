{#-
    One step of the fold, first half: the change that an arrival makes. The drawing and the
    variables are in _fold_arrivals.sql.
-#}
{% macro _change_by_arrival(arguments, layout) %}
    {%- set held_until -%}
        coalesce(get(state.knots, place).starts_at, {{ layout.event.far }})
    {%- endset -%}
    named_struct(
        'held',
        get(state.knots, place - 1),
        'held_until',
        {{ held_until }},
        {% if arguments.valid_until -%}
            {%- set next_start = daybook._next_start_after_arrival(layout) -%}
            'next_start',
            if(arrival.belief is null, {{ held_until }}, {{ next_start }}),
            'ends_at',
            if(
                arrival.belief is null,
                {{ held_until }},
                least(
                    coalesce(arrival.ends_at, {{ layout.event.far }}), {{ next_start }}
                )
            ),
        {%- else -%} 'ends_at', {{ held_until }},
        {%- endif %}
        'belief',
        {% if arguments.carry_forward -%}
            if(
                arrival.belief is null,
                null,
                struct(
                    {%- for column in layout["values"] -%}
                        coalesce(
                            arrival.belief.{{ column }},
                            get(state.knots, place - 1).belief.{{ column }}
                        ) as {{ column }}
                        {{- ", " if not loop.last }}
                    {%- endfor -%}
                )
            )
        {%- else -%} arrival.belief
        {%- endif %}
    )
{% endmacro %}

{#- An arrival with an end of its own looks beyond the end that was believed, to the next start. -#}
{% macro _next_start_after_arrival(layout) %}
    case
        when get(state.knots, place).starts_at is null
        then {{ layout.event.far }}
        when get(state.knots, place).belief is not null
        then get(state.knots, place).starts_at
        when get(state.knots, place + 1).belief is not null
        then get(state.knots, place + 1).starts_at
        else
            coalesce(
                get(
                    filter(
                        state.knots,
                        knot -> knot.belief is not null
                        and knot.starts_at > arrival.event_at
                    ),
                    0
                ).starts_at,
                {{ layout.event.far }}
            )
    end
{% endmacro %}
