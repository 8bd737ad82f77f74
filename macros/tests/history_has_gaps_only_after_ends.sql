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
    interval="closed"
) %}
    {%- set layout = daybook._layout_of_relation(model, columns, interval) -%}
    {%- set names = layout.columns -%}
    {%- set key = daybook._key_of_history(
        model, "history_has_gaps_only_after_ends", key, layout
    ) -%}
    {%- do daybook._check_ends(
        model,
        arrivals,
        {
            "event_time": event_time,
            "is_deleted": is_deleted,
            "valid_until": valid_until,
            "key": daybook._bare_names(key),
        },
    ) -%}
    {%- set key = key | join(", ") -%}
    {%- set axis = layout.event -%}
    {%- if not layout.is_batched and layout.interval == "closed" -%}
        {%- set axis = dict(axis, unit=daybook._units_of_type(axis.type)[0]) -%}
    {%- endif -%}
    {%- set ends = [] -%}
    {%- if is_deleted -%}
        {%- do ends.append(
            "select "
            ~ key
            ~ ", "
            ~ daybook._moment(daybook._given_column(event_time), axis)
            ~ " as ended_at from "
            ~ arrivals
            ~ " where "
            ~ daybook._given_column(is_deleted)
        ) -%}
    {%- endif -%}
    {%- if valid_until -%}
        {%- do ends.append(
            "select "
            ~ key
            ~ ", "
            ~ daybook._half_open_end(
                daybook._moment(daybook._given_column(valid_until), axis),
                axis,
            )
            ~ " as ended_at from "
            ~ arrivals
        ) -%}
    {%- endif %}

    with

        believed as (

            select
                {{ key }},
                {{ names.valid_from }} as starts_at,
                {{ daybook._half_open_end(names.valid_to, axis) }} as ended_at
            from {{ daybook.known(model, columns=columns, interval=interval) }}

        ),

        followed as (

            select
                *,
                lead(starts_at) over (
                    partition by {{ key }} order by starts_at
                ) as next_starts_at
            from believed

        )

    select followed.*
    from followed
    {% if ends -%}
        left anti join ({{ ends | join(" union all ") }}) using ({{ key }}, ended_at)
    {%- endif %}
    where ended_at < {{ axis.far }} and not ended_at <=> next_starts_at

{% endtest %}

{#- What the arrivals say of ends. -#}
{% macro _check_ends(relation, arrivals, given) %}
    {% set name = "history_has_gaps_only_after_ends" %}
    {% do daybook._require_arguments(relation, name, {"arrivals": arrivals}) %}
    {% if given.is_deleted %}
        {% do daybook._require_arguments(
            relation, name, {"event_time": given.event_time}
        ) %}
    {% endif %}
    {% do daybook._check_columns_there(relation, arrivals, given) %}
{% endmacro %}
