{#-
    A key's arrivals, one after the other, on top of what is believed of it. One that says what is
    believed at its event time already changes nothing; so what an arrival does hangs on all
    those before it, which no window can tell.

    What is believed is kept as knots, in order of event time: a belief from a moment on, none
    from an end on. An arrival that changes it makes up to three lines:

        held         |--------- A ---------|       -1  A, from the knot to the next
        arrives           B                        +1  A, from the knot to the arrival
        then         |-A-|------- B -------|       +1  B, from the arrival to the next knot
-#}
{% macro _history_fold(scope, names, shape) %}
    folded as (

        select
            {{ names.key | join(", ") }},
            {% if scope.posted -%} versions, {%- endif %}
            aggregate(
                arrivals,
                named_struct(
                    'near',
                    0,
                    'knots',
                    {{ daybook._known_knots(scope) }},
                    'lines',
                    transform(
                        slice(arrivals, 1, 0),
                        arrival
                        -> {{
                            daybook._line(
                                "arrival",
                                "arrival.event_at",
                                starts_at="arrival.event_at",
                                place="0",
                            )
                        }}
                    )
                ),
                (state, arrival)
                -> {{
                    daybook._let(
                        "place",
                        daybook._place_of_arrival(shape),
                        daybook._let(
                            "found",
                            daybook._found_at_event(names, shape),
                            daybook._step(names, shape),
                        ),
                    )
                }}
            ) as folded
        from by_key

    )
{% endmacro %}

{#- SQL has no name for what an expression needs several times; a lambda's argument is one. -#}
{% macro _let(name, value, expression) %}
    get(transform(array({{ value }}), {{ name }} -> {{ expression }}), 0)
{% endmacro %}

{#- How many knots are not later than the arrival. What is stated again comes in order of event
    time, so it is looked for near the last place first. -#}
{% macro _place_of_arrival(shape) %}
    case
        {%- for more in range(4) %}
            {%- set place = "state.near + " ~ more %}
            when
                coalesce(
                    get(state.knots, {{ place }} - 1).starts_at <= arrival.event_at,
                    false
                )
                and coalesce(
                    get(state.knots, {{ place }}).starts_at, {{ shape.event.far }}
                )
                > arrival.event_at
            then {{ place }}
        {%- endfor %}
        else size(filter(state.knots, knot -> knot.starts_at <= arrival.event_at))
    end
{% endmacro %}

{% macro _knot(starts_at, belief, attributes) %}
    named_struct(
        'starts_at',
        {{ starts_at }},
        'belief',
        {{ belief }},
        'attributes',
        {{ attributes }}
    )
{% endmacro %}

{% macro _known_knots(scope) %}
    transform(
        {% if scope.posted -%}versions
        {%- else -%}slice(arrivals, 1, 0)
        {%- endif %},
        each
        -> {{
            daybook._knot(
                "each.starts_at" if scope.posted else "each.event_at",
                "each.belief",
                "each.attributes",
            )
        }}
    )
{% endmacro %}

{% macro _line(
    knot,
    ends_at,
    starts_at=none,
    belief=none,
    attributes=none,
    sign="1",
    place="size(state.lines)"
) %}
    named_struct(
        'starts_at',
        {{ starts_at or (knot ~ ".starts_at") }},
        'ends_at',
        {{ ends_at }},
        'belief',
        {{ belief or (knot ~ ".belief") }},
        'attributes',
        {{ attributes or (knot ~ ".attributes") }},
        'system_at',
        arrival.system_at,
        'sign',
        {{ sign }},
        'place',
        {{ place }},
        'is_past',
        false
    )
{% endmacro %}
