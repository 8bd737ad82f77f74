{#-
    One step of the fold, second half: knots and lines after an arrival. In the current version, the
    type 1 columns are overwritten even if nothing else changes. The drawing and the variables are
    in _fold_arrivals.sql.
-#}
{% macro _state_after_arrival(run) %}
    {%- set says_the_same -%}
        (change.held is not null and change.held.belief <=> change.belief)
    {%- endset -%}
    {%- set starts_at -%}
        if({{ says_the_same }}, change.held.starts_at, arrival.event_at)
    {%- endset -%}
    case
        when
            {{ says_the_same }}
            {%- if run.valid_until %}
                and (change.belief is null or change.ends_at = change.held_until)
            {%- endif %}
        then
            struct(
                place as near,
                {% if run.type_1 -%}
                    if(
                        change.held_until = {{ run.event.far }}
                        and change.belief is not null,
                        concat(
                            slice(state.knots, 1, place - 1),
                            array({{ daybook._fold_knot("change.held.starts_at") }})
                        ),
                        state.knots
                    )
                {%- else -%} state.knots
                {%- endif %} as knots,
                state.lines as lines
            )
        else
            struct(
                place as near,
                {{ daybook._knots_changed(run, starts_at) }} as knots,
                {{ daybook._lines_of_change(run, starts_at) }} as lines
            )
    end
{% endmacro %}

{% macro _knots_changed(run, starts_at) %}
    concat(
        slice(
            state.knots, 1, place - if(change.held.starts_at <=> {{ starts_at }}, 1, 0)
        ),
        array({{ daybook._fold_knot(starts_at) }}),
        {% if run.valid_until -%}
            filter(
                array(
                    struct(change.ends_at as starts_at, null as belief, null as type_1)
                ),
                knot -> knot.starts_at < change.next_start
            ),
            filter(state.knots, knot -> knot.starts_at >= change.next_start)
        {%- elif run.ends_at -%}
            filter(
                array(
                    struct(
                        change.ends_at as starts_at,
                        change.held.belief as belief,
                        change.held.type_1 as type_1
                    )
                ),
                knot -> knot.starts_at < change.held_until
            ),
            slice(
                state.knots, place + if(change.merged is null, 1, 2), size(state.knots)
            )
        {%- else -%} slice(state.knots, place + 1, size(state.knots))
        {%- endif %}
    )
{% endmacro %}

{#- The lines so far, and those of the drawing that are not empty. An arrival with an end also takes
    back the ends before the next start, and adds one from its own end on. -#}
{% macro _lines_of_change(run, starts_at) %}
    {%- set next_knot -%}
        coalesce(get(state.knots, place + i + 1).starts_at, {{ run.event.far }})
    {%- endset %}
    concat(
        state.lines,
        {% if run.valid_until -%}
            transform(
                filter(
                    state.knots,
                    knot -> knot.starts_at > arrival.event_at
                    and knot.starts_at < change.next_start
                ),
                (knot, i) -> {{ daybook._fold_line("knot", next_knot, "-1") }}
            ),
        {%- endif %}
        filter(
            array(
                {{ daybook._fold_line("change.held", "change.held_until", "-1") }},
                {{ daybook._fold_line("change.held", starts_at) }},
                {% if run.ends_at -%}
                    {{ daybook._fold_line("change.merged", "change.ends_at", "-1") }},
                    {{
                        daybook._fold_line(
                            "change.held",
                            "change.held_until",
                            starts_at="change.ends_at",
                        )
                    }},
                {%- endif %}
                {{
                    daybook._fold_line(
                        "change",
                        "change.ends_at",
                        starts_at=starts_at,
                        type_1="arrival.type_1",
                    )
                }}
                {%- if run.valid_until -%}
                    ,
                    {{
                        daybook._fold_line(
                            "change",
                            "change.next_start",
                            starts_at="change.ends_at",
                            belief="null",
                            type_1="null",
                        )
                    }}
                {%- endif %}
            ),
            line -> line.starts_at < line.ends_at
        )
    )
{% endmacro %}
