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

    in_parts as (

        select
            *,
            case
                when daybook_belief is null
                then 'gap'
                when daybook_known_to is not null
                then 'closed'
                when daybook_ends_at < {{ run.event.far }}
                then 'past'
                else 'current'
            end as daybook_part
        from paired
        where daybook_sign > 0 or daybook_belief is null

    ),

    out_of_order as (

        select
            {{ key }},
            daybook_belief,
            case
                daybook_part
                when 'closed'
                then daybook_type_1_at_last
                when 'current'
                then daybook_latest_type_1
                else daybook_type_1
            end as daybook_type_1,
            daybook_starts_at,
            daybook_ends_at,
            daybook_known_from,
            daybook_known_to,
            daybook_part,
            daybook_sign > 0 as daybook_is_added
        from in_parts
        where
            not daybook_is_past
            or daybook_part <> 'past'
            or {{ daybook._is_in_rewritten_month("daybook_ends_at", run) }}

    )
{% endmacro %}

{#- A knot: what is believed of a key from a moment on, after an arrival or since a version. -#}
{% macro _fold_knot(starts_at, version=none) %}
    struct(
        {{ starts_at }} as starts_at,
        {{ version or "change" }}.belief as belief,
        {{ version or "arrival" }}.type_1 as type_1
    )
{% endmacro %}

{#- A line with the values of `source`, a version, a knot or a change, unless they are given. -#}
{% macro _fold_line(
    source,
    ends_at,
    starts_at=none,
    belief=none,
    type_1=none,
    system_at="arrival.system_at",
    sign="1",
    place="size(state.lines)",
    is_past="false"
) %}
    struct(
        {{ starts_at or source ~ ".starts_at" }} as starts_at,
        {{ ends_at }} as ends_at,
        {{ belief or source ~ ".belief" }} as belief,
        {{ type_1 or source ~ ".type_1" }} as type_1,
        {{ system_at }} as system_at,
        {{ sign }} as sign,
        {{ place }} as place,
        {{ is_past }} as is_past
    )
{% endmacro %}
