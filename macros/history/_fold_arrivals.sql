{#-
    A key's arrivals, one after the other, on top of what is believed of it. An arrival that says
    what is believed at its event time already changes nothing. So the effect of an arrival
    depends on all those before it, which no window can tell.

    What is believed is kept as knots, in order of event time: a belief from a moment on, or
    none from an end on. An arrival that changes it makes up to three lines:

        held         |--------- A ---------|       -1  A, from the knot to the next
        arrives           B                        +1  A, from the knot to the arrival
        then         |-A-|------- B -------|       +1  B, from the arrival to the next knot

    If an arrival is limited by a later snapshot (ends_at in _history_run.sql), A resumes at its end.

    SQL has no name for what an expression needs several times; the argument of a lambda is one.

        state     near: the place of the last arrival; knots; lines, first those of the
                  published versions that the arrivals reach
        place     how many knots are not later than the arrival
        change    merged: the next knot, if the arrival ends there and has the same values;
                  held: the knot that holds at its event time; held_until; belief and ends_at
                  of what holds after it; next_start: the next start, if arrivals have ends
-#}
{% macro _fold_arrivals(run) %}
    select
        {{ run.key | join(", ") }},
        aggregate(
            daybook_arrivals,
            struct(0 as near, daybook_knots as knots, daybook_lines as lines),
            (state, arrival)
            -> {{
                daybook._with_lambda_variable(
                    "place",
                    daybook._place_of_arrival(),
                    daybook._with_lambda_variable(
                        "change",
                        daybook._change_by_arrival(run),
                        daybook._state_after_arrival(run),
                    ),
                )
            }}
        ) as daybook_folded
    from by_key
{% endmacro %}

{% macro _with_lambda_variable(name, value, expression) %}
    get(transform(array({{ value }}), {{ name }} -> {{ expression }}), 0)
{% endmacro %}

{#- Repeated arrivals come in order of event time, so the knots after the last place come first. -#}
{% macro _place_of_arrival() %}
    case
        when
            get(state.knots, state.near - 1).starts_at <= arrival.event_at
            and coalesce(
                get(state.knots, state.near + 3).starts_at > arrival.event_at, true
            )
        then
            state.near + size(
                filter(
                    slice(state.knots, state.near + 1, 3),
                    knot -> knot.starts_at <= arrival.event_at
                )
            )
        else size(filter(state.knots, knot -> knot.starts_at <= arrival.event_at))
    end
{% endmacro %}
