{#-
    One arrival on top of what is believed of its key: what it finds, what is believed then, and the
    lines that this makes. The drawing is in _history_fold.sql.
-#}
{#- The knot that holds at the arrival's event time, and until when. An arrival that carries
    its own end looks beyond the end that was believed, up to the next start. -#}
{% macro _found_at_event(names, shape) %}
    {%- set far = shape.event.far -%}
    {%- set held_until -%}
        coalesce(get(state.knots, place).starts_at, {{ far }})
    {%- endset -%}
    {%- set next_start -%}
        case
            when get(state.knots, place).starts_at is null
            then {{ far }}
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
                    {{ far }}
                )
        end
    {%- endset -%}
    named_struct(
        'held',
        get(state.knots, place - 1),
        'held_until',
        {{ held_until }},
        {% if names.valid_until -%}
            'next_start',
            if(arrival.belief is null, {{ held_until }}, {{ next_start }}),
            'ends_at',
            if(
                arrival.belief is null,
                {{ held_until }},
                least(coalesce(arrival.ends_at, {{ far }}), {{ next_start }})
            ),
        {%- else -%} 'ends_at', {{ held_until }},
        {%- endif %}
        'belief',
        {% if names.carry_forward -%}
            if(
                arrival.belief is null,
                null,
                struct(
                    {%- for column in names.compared -%}
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

{#- What is believed after the arrival. Of the present version the type 1 columns are written
    over, also where nothing else changes. -#}
{% macro _step(names, shape) %}
    {%- set is_same -%}
        (found.held is not null and found.held.belief <=> found.belief)
    {%- endset -%}
    {%- set starts_at -%}
        if({{ is_same }}, found.held.starts_at, arrival.event_at)
    {%- endset -%}
    case
        when
            {{ is_same }}
            {%- if names.valid_until %}
                and (found.belief is null or found.ends_at = found.held_until)
            {%- endif %}
        then
            named_struct(
                'near',
                place,
                'knots',
                {% if names.type_1 -%}
                    if(
                        found.held_until = {{ shape.event.far }}
                        and found.belief is not null,
                        concat(
                            slice(state.knots, 1, place - 1),
                            array(
                                {{
                                    daybook._knot(
                                        "found.held.starts_at",
                                        "found.belief",
                                        "arrival.attributes",
                                    )
                                }}
                            )
                        ),
                        state.knots
                    ),
                {%- else -%} state.knots,
                {%- endif %}
                'lines',
                state.lines
            )
        else
            named_struct(
                'near',
                place,
                'knots',
                concat(
                    slice(
                        state.knots,
                        1,
                        place - if(found.held.starts_at <=> {{ starts_at }}, 1, 0)
                    ),
                    array(
                        {{
                            daybook._knot(
                                starts_at, "found.belief", "arrival.attributes"
                            )
                        }}
                    ),
                    {% if names.valid_until -%}
                        filter(
                            array({{ daybook._knot("found.ends_at", "null", "null") }}),
                            knot -> knot.starts_at < found.next_start
                        ),
                        filter(state.knots, knot -> knot.starts_at >= found.next_start)
                    {%- else -%} slice(state.knots, place + 1, size(state.knots))
                    {%- endif %}
                ),
                'lines',
                concat(
                    state.lines,
                    {% if names.valid_until -%}
                        transform(
                            filter(
                                state.knots,
                                knot -> knot.starts_at > arrival.event_at
                                and knot.starts_at < found.next_start
                            ),
                            (knot, i)
                            ->
                            {{
                                daybook._line(
                                    "knot",
                                    "coalesce(get(state.knots, place + i + 1).starts_at, "
                                    ~ shape.event.far
                                    ~ ")",
                                    sign="-1",
                                )
                            }}
                        ),
                    {%- endif %}
                    filter(
                        array(
                            {{
                                daybook._line(
                                    "found.held", "found.held_until", sign="-1"
                                )
                            }},
                            {{ daybook._line("found.held", starts_at) }},
                            {{
                                daybook._line(
                                    "found",
                                    "found.ends_at",
                                    starts_at=starts_at,
                                    attributes="arrival.attributes",
                                )
                            }}
                            {%- if names.valid_until -%}
                                ,
                                {{
                                    daybook._line(
                                        "found",
                                        "found.next_start",
                                        starts_at="found.ends_at",
                                        belief="null",
                                        attributes="null",
                                    )
                                }}
                            {%- endif %}
                        ),
                        line -> line.starts_at < line.ends_at
                    )
                )
            )
    end
{% endmacro %}
