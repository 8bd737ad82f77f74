{#-
    Keys whose arrivals come out of order: each is folded upon what is believed of the key from
    its first new event on.
-#}
{% macro _history_out_of_order(scope, names, shape) %}
    {%- set key = names.key | join(", ") -%}
    {%- set arrival -%}
        struct(system_at, event_at, ends_at, belief, attributes)
    {%- endset -%}
    {%- set version -%}
        struct(starts_at, ends_at, belief, attributes, system_at, is_past)
    {%- endset %}
    out_of_order as (

        select
            {{ key }},
            system_at,
            event_at,
            ends_at,
            {{ daybook._as_one(names.compared, unless="is_end") }} as belief,
            {{ daybook._as_one(names.type_1, unless="is_end") }} as attributes
        from judged
        where
            sequence = 1 {% if not names.folds_all -%} and is_out_of_order {%- endif %}

    ),

    {%- if scope.posted %}

        versions as (

            {{ daybook._versions(scope, names, shape) }}

            union all

            select
                {{ key }},
                starts_at,
                ends_at,
                null as system_at,
                null as belief,
                null as attributes,
                false as is_past,
                null as ended_month
            from ({{ daybook._gaps(scope, names, shape) }})

        ),

    {%- endif %}

    by_key as (

        select
            {{ key }},
            {% if scope.posted -%}
                sort_array(collect_list(version)) as versions,
            {%- endif %}
            sort_array(collect_list(arrival)) as arrivals
        from
            (
                select
                    {{ key }},
                    {% if scope.posted -%} null as version, {%- endif %}
                    {{ arrival }} as arrival
                from out_of_order
                {%- if scope.posted %}
                    union all
                    select {{ key }}, {{ version }} as version, null as arrival
                    from versions
                    inner join
                        (
                            select {{ key }}, min(event_at) as first_event_at
                            from out_of_order
                            group by {{ key }}
                        ) using ({{ key }})
                    where ends_at > first_event_at
                {%- endif %}
            )
        group by {{ key }}

    ),

    {{ daybook._history_fold(scope, names, shape) }},

    {{ daybook._history_lines(scope, names, shape) }}
{% endmacro %}

{#- What is believed at present: what is current in both times, and what has ended in event
    time, as far as late arrivals may touch it. -#}
{% macro _versions(scope, names, shape) %}
    {%- set never = shape.names.valid_from ~ " is null" %}
    select
        {{ names.key | join(", ") }},
        {{ shape.names.valid_from }} as starts_at,
        {{ daybook._as_end(shape.names.valid_to, shape.event) }} as ends_at,
        {% if shape.system -%} {{ shape.names.known_from }}
        {%- else -%} {{ scope.recorded_at }}
        {%- endif %} as system_at,
        {{ daybook._as_one(names.compared, unless=never) }} as belief,
        {{ daybook._as_one(names.type_1, unless=never) }} as attributes,
        history_part = 'past' as is_past,
        ended_month
    from {{ scope.posted }}
    where
        history_part = 'current'
        {% if scope.late_from -%}
            or history_part = 'past' and ended_month >= '{{ scope.late_from }}'
        {%- endif %}
{% endmacro %}

{#- Columns as one value, or none. Where it is never none it must look as if it could be:
    Spark 4.2.0 takes the type of a fold from what it begins with. -#}
{% macro _as_one(columns, unless) %}
    {% if not columns %} cast(null as int)
    {% else %} if({{ unless }}, null, struct({{ columns | join(", ") }}))
    {% endif %}
{% endmacro %}
