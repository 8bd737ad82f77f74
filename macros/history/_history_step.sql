{#-
    One arrival upon what is believed of its key: what it finds, what is believed then, and the
    lines that this makes. The drawing is in _history_fold.sql.
-#}
{#- The knot that holds at the arrival's event time, and those after it. An arrival that
    carries its own end puts aside the end that was believed. -#}
{% macro _found_at_event(names, shape) %}
    {%- set far = shape.event.far -%}
    {%- set after = "slice(state.knots, place + 1, size(state.knots))" -%}
    {%- set held_until -%}
        coalesce(get(state.knots, place).starts_at, {{ far }})
    {%- endset -%}
    {%- set next_start -%}
        coalesce(
            get(filter({{ after }}, knot -> knot.belief is not null), 0).starts_at,
            {{ far }}
        )
    {%- endset -%}
    named_struct(
        'held',
        get(state.knots, place - 1),
        'held_until',
        {{ held_until }},
        {% if names.valid_until -%}
            'ends_at',
            if(
                arrival.belief is null,
                {{ held_until }},
                least(coalesce(arrival.ends_at, {{ far }}), {{ next_start }})
            ),
            'put_aside',
            filter(
                {{ after }},
                knot -> arrival.belief is not null and knot.starts_at < {{ next_start }}
            ),
            'after',
            filter(
                {{ after }},
                knot -> arrival.belief is null or knot.starts_at >= {{ next_start }}
            ),
        {%- else -%} 'ends_at', {{ held_until }}, 'after', {{ after }},
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
    {%- set next_start -%}
        coalesce(get(found.after, 0).starts_at, {{ shape.event.far }})
    {%- endset -%}
    case
        when
            {{ is_same }}
            {%- if names.valid_until %}
                and (found.belief is null or found.ends_at = found.held_until)
            {%- endif %}
        then
            {% if names.type_1 -%}
                if(
                    size(found.after) = 0 and found.belief is not null,
                    named_struct(
                        'knots',
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
                        'lines',
                        state.lines
                    ),
                    state
                )
            {%- else -%} state
            {%- endif %}
        else
            named_struct(
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
                            knot -> knot.starts_at < {{ next_start }}
                        ),
                    {%- endif %}
                    found.after
                ),
                'lines',
                concat(
                    state.lines,
                    {% if names.valid_until -%}
                        transform(
                            found.put_aside,
                            (knot, i)
                            -> {{
                                daybook._line(
                                    "knot",
                                    "coalesce(get(found.put_aside, i + 1).starts_at, "
                                    ~ next_start
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
                                        next_start,
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
