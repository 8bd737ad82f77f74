{#-
    What is believed now of a key has a gap in event time, or an end, only where an arrival
    says that it ended: with is_deleted at that moment, or as its valid_until.
-#}
{% test history_has_gaps_only_after_ends(
    model,
    arrivals,
    event_time=none,
    is_deleted=none,
    valid_until=none,
    key=[],
    columns={},
    interval=none
) %}
    {%- set test_name = "history_has_gaps_only_after_ends" -%}
    {%- set history = daybook._tested_history(
        model, test_name, columns, {"interval": interval}, key
    ) -%}
    {%- set arguments = daybook._arguments_of_test(
        model,
        test_name,
        {
            "key": history.key,
            "arrivals": arrivals,
            "event_time": event_time,
            "is_deleted": is_deleted,
            "valid_until": valid_until,
        },
        [arrivals],
    ) -%}
    {%- set key, axis = history.key | join(", "), history.event -%}
    {%- set starts_at = history.columns.valid_from -%}
    {%- if not history.is_batched and history.interval == "closed" -%}
        {%- set axis = dict(
            axis, unit=daybook._types_of_times()[axis.type].units[0]
        ) -%}
    {%- endif -%}
    {%- set ends = [] -%}
    {%- if is_deleted -%}
        {%- set moment = daybook._moment(arguments.event_time, axis) -%}
        {%- do ends.append([moment, arguments.is_deleted]) -%}
    {%- endif -%}
    {%- if valid_until -%}
        {%- set moment = daybook._moment(arguments.valid_until, axis) -%}
        {%- do ends.append([daybook._half_open_end(moment, axis), "true"]) -%}
    {%- endif %}

    with

        believed as (

            select
                {{ key }},
                {{ starts_at }} as daybook_starts_at,
                {{ daybook._half_open_end(history.columns.valid_to, axis) }}
                as daybook_ended_at,
                lead({{ starts_at }}) over (
                    partition by {{ key }} order by {{ starts_at }}
                ) as daybook_next_starts_at
            from {{ daybook.known(model, columns=columns, interval=interval) }}

        ),

        ends as (

            select {{ key }}, daybook_ended_at
            from believed
            where false
            {% for ended_at, condition in ends -%}
                union all
                select {{ key }}, {{ ended_at }} as daybook_ended_at
                from {{ arrivals }}
                where {{ condition }}
            {%- endfor %}

        )

    select
        {{ key }},
        daybook_starts_at as starts_at,
        daybook_ended_at as ended_at,
        daybook_next_starts_at as next_starts_at
    from believed
    left anti join ends using ({{ key }}, daybook_ended_at)
    where
        daybook_ended_at < {{ axis.far }}
        and not daybook_ended_at <=> daybook_next_starts_at

{% endtest %}
