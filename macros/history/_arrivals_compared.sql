{#-
    Each arrival, compared with the next one of its key: whether that one is earlier in event time,
    is at the same moment of both times, and differs though order_by does not tell them apart.
-#}
{% macro _arrivals_compared(key) %}
    {%- set is_repeated -%}
        daybook_system_at <=> lead(daybook_system_at) over in_order
        and daybook_event_at <=> lead(daybook_event_at) over in_order
    {%- endset -%}
    select
        *,
        daybook_event_at
        > lead(daybook_event_at) over in_order as daybook_is_disordered,
        {{ is_repeated }} as daybook_is_repeated,
        {{ is_repeated }}
        and daybook_order <=> lead(daybook_order) over in_order
        and not (
            daybook_belief <=> lead(daybook_belief) over in_order
            and daybook_type_1 <=> lead(daybook_type_1) over in_order
            and daybook_ends_at <=> lead(daybook_ends_at) over in_order
        ) as daybook_is_tied
    from arrivals
    window
        in_order as (
            partition by {{ key }}
            order by daybook_system_at, daybook_event_at, daybook_order
        )
{% endmacro %}
