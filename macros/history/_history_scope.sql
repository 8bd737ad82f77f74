{#-
    What of the published history this run has to look at.

        posted        the published history; none where there is none, or it is built anew
        late_from     the first month in which versions that have ended can be touched; none:
                      none of these is read
        is_disordered some key's arrivals may be out of order
        has_repeats   some key has several at one moment of both times
        rewritten     the months of ended versions in which one is closed
        mark          the last system time that is processed, this run's included
        recorded_at   SQL of an arrival's system time
-#}
{% macro _history_scope(posted, names, shape, late_system_time) %}
    {% set scope = {
        "posted": none,
        "late_from": none,
        "rewritten": [],
        "is_disordered": true,
        "has_repeats": true,
        "marks": {"history": daybook._mark(shape)},
        "recorded_at": daybook._recorded_at(names, shape, none),
    } %}
    {% if not execute or posted.is_cte or model.resource_type == "unit_test" %}
        {% do return(scope) %}
    {% endif %}
    {% set log = daybook._read_log(posted) %}
    {% set state = daybook._state(log, log.flipped) %}
    {% set marks = {} if should_full_refresh() else state.marks %}
    {% if state.chain and not should_full_refresh() %}
        {% do scope.update({"posted": posted}) %}
    {% endif %}
    {% if not sql or flags.EMPTY %} {% do return(scope) %} {% endif %}
    {% do daybook._refuse_other_shape(state, marks, shape, names) %}
    {% set last = marks.get("system_time") %}
    {% do scope.update(
        {
            "recorded_at": daybook._recorded_at(
                names, shape, none if names.system_time else last
            )
        }
    ) %}
    {% set found = daybook._looked_at(names, shape, scope, last) %}
    {% do daybook._refuse_arrivals(found, names, shape, last, late_system_time) %}
    {% set processed = found.last_system_time %}
    {% if processed and last %}
        {% set processed = daybook._later(processed, last, shape.system.type) %}
    {% endif %}
    {% do scope.update(
        {
            "is_disordered": names.folds_all or found.disordered > 0,
            "has_repeats": found.repeated > 0 or found.too_late > 0,
            "late_from": found.late_from,
            "recorded_at": daybook._recorded_at(names, shape, last),
        }
    ) %}
    {% if scope.posted and found.late_from %}
        {% do scope.update({"rewritten": daybook._rewritten(names, shape, scope)}) %}
    {% endif %}
    {% if shape.system and (processed or last) %}
        {% do scope.marks.update({"system_time": processed or last}) %}
    {% endif %}
    {% do return(scope) %}
{% endmacro %}

{#- The system time of an arrival: its own, or the run's; not before what is processed, where
    it is to be restamped or is the run's. On one time axis all are one. -#}
{% macro _recorded_at(names, shape, earliest) %}
    {% if not shape.system %} {% do return("0L") %} {% endif %}
    {% set zone = modules.pytz.timezone(var("daybook_time_zone", "UTC")) %}
    {% set time = daybook._moment(
        names.system_time
        or "timestamp_ntz'"
        ~ run_started_at.astimezone(zone).strftime("%Y-%m-%d %H:%M:%S.%f")
        ~ "'",
        shape.system,
        names.system_type,
    ) %}
    {% if earliest is none %} {% do return(time) %} {% endif %}
    {% do return(
        "greatest("
        ~ time
        ~ ", "
        ~ daybook._moment_literal(earliest, shape.system.type)
        ~ ")"
    ) %}
{% endmacro %}

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
                    {%- endif %} as system_too_far,
                    {% if shape.system and last -%}
                        count_if(
                            sequence = 1
                            and system_at
                            < {{ daybook._moment_literal(last, shape.system.type) }}
                        )
                    {%- else -%} 0
                    {%- endif %} as too_late
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
                    ifnull(sum(too_late), 0) as too_late,
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
    {%- do return(found) -%}
{% endmacro %}

{% macro _later(one, other, type) %}
    {% if type in daybook._integers() %}
        {% do return([one | int, other | int] | max | string) %}
    {% endif %}
    {% do return([one, other] | max) %}
{% endmacro %}

{#- The months of ended versions that an arrival may close: those in which one falls that says
    something else. -#}
{% macro _rewritten(names, shape, scope) %}
    {% set own = shape.names %}
    {% set query %}
        with
            arrivals as (
                {{ daybook._arrivals(names, shape, scope.recorded_at) }}
            )
        select distinct to_json(array(ended_month))
        from {{ scope.posted }} as versions
        inner join
            arrivals
            on {% for column in names.key -%}
                arrivals.{{ column }} = versions.{{ column }} and
            {% endfor -%}
            event_at >= versions.{{ own.valid_from }}
            and event_at < {{ daybook._as_end("versions." ~ own.valid_to, shape.event) }}
        where
            history_part = 'past'
            and ended_month >= '{{ scope.late_from }}'
            and (
                is_end {{ "or true" if names.valid_until }}
                {%- for column in names.compared %}
                    or not arrivals.{{ column }} <=> versions.{{ column }}
                    {%- if names.carry_forward %}
                        and arrivals.{{ column }} is not null
                    {%- endif %}
                {%- endfor %}
            )
    {% endset %}
    {% do return(daybook._json_rows(query) | map("first") | sort) %}
{% endmacro %}

{% macro _history_notes(scope) %}
    {{- daybook._note({"marks": scope.marks}) -}}
    {%- if scope.rewritten -%}
        {{-
            daybook._note(
                {
                    "replace_where": "history_part = 'current' or history_part = 'past' and ended_month in ("
                    ~ daybook._quoted_list(scope.rewritten)
                    ~ ")"
                }
            )
        -}}
    {%- endif -%}
{% endmacro %}
