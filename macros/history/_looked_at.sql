{#- One look at what arrives, under the lock: what is wrong with it, and whether it comes in
    order. -#}
{% macro _looked_at(names, shape, scope, last) %}
    {%- set counts = [] -%}
    {%- for column, name in names.needed -%}
        {%- do counts.append("count_if(sequence = 1 and " ~ name ~ " is null)") -%}
    {%- endfor -%}
    {%- set query %}
        with
            {{ daybook._history_sources(scope, names, shape) }},
            by_key as (
                select
                    coalesce(max(is_early), false) as is_disordered,
                    min(event_at) filter (where sequence = 1) as first_event_at,
                    max(event_at) filter (where sequence = 1) as last_event_at,
                    max(event_at) filter (where sequence = 0) as current_from,
                    min(system_at) filter (where sequence = 1) as first_system_at,
                    max(system_at) as last_system_at,
                    count_if(is_tied) as tied,
                    count_if(not is_last) as repeated,
                    count_if(sequence = 1) as arrivals,
                    array({{ counts | join(", ") }}) as lacking,
                    count_if(event_at >= {{ shape.event.far }}) as too_far,
                    count_if(ends_at <= event_at) as inverted,
                    {% if shape.system -%}
                        count_if(system_at >= {{ shape.system.far }})
                    {%- else -%} 0
                    {%- endif %} as system_too_far
                from sequenced
                group by {{ names.key | join(", ") }}
            )
        select
            to_json(
                struct(
                    struct(
                        ifnull(sum(arrivals), 0) as events,
                        array(
                            {%- for needed in names.needed -%}
                                ifnull(sum(lacking[{{ loop.index0 }}]), 0)
                                {{- ", " if not loop.last }}
                            {%- endfor -%}
                        ) as counts
                    ) as lacks,
                    ifnull(sum(tied), 0) as tied,
                    ifnull(sum(repeated), 0) as repeated,
                    ifnull(sum(too_far), 0) as too_far,
                    ifnull(sum(inverted), 0) as inverted,
                    ifnull(sum(system_too_far), 0) as system_too_far,
                    cast(min(first_system_at) as string) as first_system_time,
                    cast(max(last_system_at) as string) as last_system_time,
                    count_if(
                        is_disordered
                        or first_event_at < current_from
                        and first_event_at < last_event_at
                    ) as disordered,
                    count_if(first_event_at < current_from) as late,
                    {{
                        daybook._month_of(
                            "min(first_event_at) filter (where first_event_at < current_from)",
                            shape.event,
                        )
                    }} as late_from
                )
            )
        from by_key
    {% endset -%}
    {%- set found = daybook._json_rows(query)[0] -%}
    {%- if not found.late -%} {%- do found.update({"late_from": none}) -%} {%- endif -%}
    {%- do found.update(
        {
            "too_late": daybook._too_late(
                found.first_system_time, names, shape, last
            )
        }
    ) -%}
    {%- do return(found) -%}
{% endmacro %}

{#- How many arrivals were recorded before what is processed. That time is no literal of the
    look above, whose code Spark would compile again in each run. -#}
{% macro _too_late(first, names, shape, last) %}
    {% if not names.system_time or not first or not last %}
        {% do return(0) %}
    {% endif %}
    {% if daybook._later(first, last, shape.system.type) == first %}
        {% do return(0) %}
    {% endif %}
    {% set query %}
        select to_json(array(count(*)))
        from ({{ daybook._arrivals(names, shape, daybook._recorded_at(names, shape, none)) }})
        where system_at < {{ daybook._moment_literal(last, shape.system.type) }}
    {% endset %}
    {% do return(daybook._json_rows(query)[0][0]) %}
{% endmacro %}

{% macro _later(one, other, type) %}
    {% if type in daybook._integers() %}
        {% do return([one | int, other | int] | max | string) %}
    {% endif %}
    {% do return([one, other] | max) %}
{% endmacro %}
