{#-
    Rows of keys whose arrivals come in order: each arrival closes what holds at its event time,
    and holds to the end of that itself. An arrival that says the same as the row before it
    changes nothing. Each of the other rows, arrival or published, makes up to two rows:

        closed   as it was believed while nothing followed:    known until the next system time
        past     shortened to the next event time:             known from the next system time
        last     the last row of the key
        taken    the gap that an arrival ends: its row is taken back

    The type 1 columns of a current row are the latest ones. A row that another one follows keeps
    those that it had last.
-#}
{% macro _rows_in_order(run) %}
    {%- set key = run.key | join(", ") -%}
    changes as ({{ daybook._changes_in_order(run, key) }}),

    in_order as (

        select
            {{ key }},
            daybook_belief,
            {% if run.type_1 -%}
                case
                    when daybook_held_until < {{ run.event.far }}
                    then daybook_type_1
                    when daybook_part = 'last'
                    then daybook_latest_type_1
                    else daybook_type_1_at_last
                end as
            {%- endif %} daybook_type_1,
            daybook_event_at as daybook_starts_at,
            if(
                daybook_part = 'past', daybook_next_event_at, daybook_held_until
            ) as daybook_ends_at,
            if(
                daybook_part = 'past', daybook_next_system_at, daybook_system_at
            ) as daybook_known_from,
            if(
                daybook_part = 'closed', daybook_next_system_at, null
            ) as daybook_known_to,
            daybook_part <> 'taken' as daybook_is_added
        from
            (
                select
                    *, explode(array('closed', 'past', 'last', 'taken')) as daybook_part
                from changes
            )
        where {{ daybook._has_part_in_order(run) }}

    )
{% endmacro %}

{#- Rows that say something else than the one before, beside the next such row. -#}
{% macro _changes_in_order(run, key) %}
    {%- set in_sequence -%}
        partition by {{ key }}
        order by daybook_is_arrival, daybook_system_at, daybook_event_at
    {%- endset %}
    select
        *,
        {% if run.type_1 -%}
            lead(daybook_type_1_before) over in_sequence as daybook_type_1_at_last,
        {%- endif %}
        lead(daybook_event_at) over in_sequence as daybook_next_event_at,
        lead(daybook_system_at) over in_sequence as daybook_next_system_at
    from
        (
            select
                *,
                {% if run.type_1 -%}
                    lag(daybook_type_1) over in_sequence as daybook_type_1_before,
                    last_value(daybook_type_1) over (
                        {{ in_sequence }}
                        rows between unbounded preceding and unbounded following
                    ) as daybook_latest_type_1,
                {%- endif %}
                lag(daybook_is_arrival) over in_sequence is null
                or not daybook_belief
                <=> lag(daybook_belief) over in_sequence as daybook_is_change
            from judged
            where
                not daybook_is_out_of_order
                and (daybook_is_arrival or daybook_event_at <= daybook_first_event_at)
            window in_sequence as ({{ in_sequence }})
        )
    where daybook_is_change
    window in_sequence as ({{ in_sequence }})
{% endmacro %}

{#- A version that nothing follows is written again if its partition is. -#}
{% macro _has_part_in_order(run) %}
    case
        daybook_part
        when 'closed'
        then not daybook_is_end and daybook_next_system_at > daybook_system_at
        when 'past'
        then daybook_next_event_at > daybook_event_at
        when 'last'
        then
            daybook_next_event_at is null
            and not (daybook_is_end and not daybook_is_arrival)
            and (
                daybook_is_arrival
                or daybook_held_until = {{ run.event.far }}
                or {{ daybook._is_in_rewritten_month("daybook_held_until", run) }}
            )
        else
            daybook_is_end
            and not daybook_is_arrival
            and daybook_next_event_at is not null
    end
{% endmacro %}

{% macro _is_in_rewritten_month(ends_at, run) %}
    {{- daybook._month_of(ends_at, run.event) }}
    in ({{ daybook.quoted_text(run.past_rewritten) or "''" }})
{%- endmacro %}
