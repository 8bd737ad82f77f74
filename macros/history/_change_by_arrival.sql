{#-
    One step of the fold, first half: the change that an arrival makes. The drawing and the
    variables are in _fold_arrivals.sql.
-#}
{% macro _change_by_arrival(run) %}
    {%- set held_until -%}
        coalesce(get(state.knots, place).starts_at, {{ run.event.far }})
    {%- endset -%}
    struct(
        get(state.knots, place - 1) as held,
        {{ held_until }} as held_until,
        {% if run.valid_until -%}
            {%- set next_start = daybook._next_start_after_arrival(run) -%}
            if(
                arrival.belief is null, {{ held_until }}, {{ next_start }}
            ) as next_start,
            if(
                arrival.belief is null,
                {{ held_until }},
                least(coalesce(arrival.ends_at, {{ run.event.far }}), {{ next_start }})
            ) as ends_at,
        {%- elif run.ends_at -%}
            {{ daybook._merged_knot() }} as merged,
            case
                when arrival.ends_at is null
                then {{ held_until }}
                when {{ daybook._merged_knot() }} is null
                then least(arrival.ends_at, {{ held_until }})
                else
                    coalesce(get(state.knots, place + 1).starts_at, {{ run.event.far }})
            end as ends_at,
        {%- else -%} {{ held_until }} as ends_at,
        {%- endif %}
        {% if run.carry_forward -%}
            if(
                arrival.belief is null,
                null,
                struct(
                    {%- for column in run["values"] -%}
                        coalesce(
                            arrival.belief.{{ column }},
                            get(state.knots, place - 1).belief.{{ column }}
                        ) as {{ column }}
                        {{- ", " if not loop.last }}
                    {%- endfor -%}
                )
            )
        {%- else -%} arrival.belief
        {%- endif %} as belief
    )
{% endmacro %}

{#- The next knot, if the arrival ends there and has the same values: both become one version. -#}
{% macro _merged_knot() %}
    if(
        get(state.knots, place).starts_at = arrival.ends_at
        and get(state.knots, place).belief <=> arrival.belief,
        get(state.knots, place),
        null
    )
{% endmacro %}

{#- An arrival with an end of its own looks beyond the end that was believed, to the next start. -#}
{% macro _next_start_after_arrival(run) %}
    case
        when get(state.knots, place).starts_at is null
        then {{ run.event.far }}
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
                {{ run.event.far }}
            )
    end
{% endmacro %}
