{#-
    From the lines of the fold to rows. A line puts a belief into an interval of event time (+1)
    or takes it back (-1):

        lines     as rows, with the type 1 columns that the key has last
        netted    without what is taken back at the system time at which it was put in: that was
                  never known
        paired    each +1 with the next -1 in system time: known from one to the other
-#}
{% macro _fold_lines_as_rows(run) %}
    {%- set key = run.key | join(", ") -%}
    {%- set interval -%}
        {{ key }}, daybook_starts_at, daybook_ends_at, daybook_belief
    {%- endset -%}
    {%- set known_from -%}
        if(daybook_belief is null, null, daybook_system_at)
    {%- endset %}
    lines as (

        select
            {{ key }},
            element_at(daybook_folded.knots, -1).type_1 as daybook_latest_type_1,
            inline(daybook_folded.lines) as (
                daybook_starts_at,
                daybook_ends_at,
                daybook_belief,
                daybook_type_1,
                daybook_system_at,
                daybook_sign,
                daybook_place,
                daybook_is_past
            )
        from folded

    ),

    netted as (

        select
            {{ interval }},
            {{ known_from }} as daybook_known_from,
            any_value(daybook_latest_type_1) as daybook_latest_type_1,
            max_by(daybook_type_1, daybook_place) as daybook_type_1,
            sum(daybook_sign) as daybook_sign,
            max(daybook_is_past) as daybook_is_past
        from lines
        group by {{ interval }}, {{ known_from }}
        having sum(daybook_sign) <> 0

    ),

    paired as (

        select
            *,
            lead(daybook_type_1) over by_time as daybook_type_1_at_last,
            lead(daybook_known_from) over by_time as daybook_known_to
        from netted
        window by_time as (partition by {{ interval }} order by daybook_known_from)

    ),

    out_of_order as (

        select
            {{ key }},
            daybook_belief,
            case
                when daybook_known_to is not null
                then daybook_type_1_at_last
                when
                    daybook_belief is not null and daybook_ends_at = {{ run.event.far }}
                then daybook_latest_type_1
                else daybook_type_1
            end as daybook_type_1,
            daybook_starts_at,
            daybook_ends_at,
            daybook_known_from,
            daybook_known_to,
            daybook_sign > 0 as daybook_is_added
        from paired
        where
            (daybook_sign > 0 or daybook_belief is null)
            and (
                not daybook_is_past
                or daybook_known_to is not null
                or {{ daybook._is_in_rewritten_month("daybook_ends_at", run) }}
            )

    )
{% endmacro %}

{#- What is believed of a key from a moment on, after an arrival. -#}
{% macro _fold_knot(starts_at) %}
    struct(
        {{ starts_at }} as starts_at, change.belief as belief, arrival.type_1 as type_1
    )
{% endmacro %}

{#- A line of an arrival with the values of `source`, a knot or a change, unless they are given. -#}
{% macro _fold_line(
    source, ends_at, sign="1", starts_at=none, belief=none, type_1=none
) %}
    struct(
        {{ starts_at or source ~ ".starts_at" }} as starts_at,
        {{ ends_at }} as ends_at,
        {{ belief or source ~ ".belief" }} as belief,
        {{ type_1 or source ~ ".type_1" }} as type_1,
        arrival.system_at as system_at,
        {{ sign }} as sign,
        size(state.lines) as place,
        false as is_past
    )
{% endmacro %}
