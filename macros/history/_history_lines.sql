{#-
    From lines to rows. A line puts a belief in an interval of event time (+1) or takes it back
    (-1). What is taken back at the system time at which it was put in was never known: the two
    cancel out. What is left is paired by system time: known from a +1 to the next -1.
-#}
{% macro _history_lines(scope, names, shape) %}
    {%- set key = names.key | join(", ") -%}
    {%- set interval -%} {{ key }}, starts_at, ends_at, belief {%- endset %}
    lines as (

        select
            {{ key }},
            {% if names.type_1 -%}
                element_at(folded.knots, -1).attributes as latest,
            {%- endif %}
            inline(
                {% if scope.posted -%}
                    flatten(
                        array(
                            transform(
                                filter(
                                    versions,
                                    version -> version.belief is not null
                                    and version.is_touched
                                ),
                                version -> named_struct(
                                    'starts_at',
                                    version.starts_at,
                                    'ends_at',
                                    version.ends_at,
                                    'belief',
                                    version.belief,
                                    'attributes',
                                    version.attributes,
                                    'system_at',
                                    version.system_at,
                                    'sign',
                                    1,
                                    'place',
                                    -1,
                                    'is_past',
                                    version.is_past
                                )
                            ),
                            folded.lines
                        )
                    )
                {%- else -%}folded.lines
                {%- endif %}
            )
        from folded

    ),

    netted as (

        select
            {{ interval }},
            nvl2(belief, system_at, null) as known_at,
            {% if names.type_1 -%}
                any_value(latest) as latest, max_by(attributes, place) as attributes,
            {%- endif %}
            sum(sign) as sign,
            max(is_past) as is_past
        from lines
        group by {{ interval }}, nvl2(belief, system_at, null)
        having sum(sign) <> 0

    ),

    paired as (

        select
            *,
            {% if names.type_1 -%}
                lead(attributes) over by_time as last_attributes,
            {%- endif %}
            lead(known_at) over by_time as superseded_at
        from netted
        window by_time as (partition by {{ interval }} order by known_at)

    ),

    placed as (

        select
            *,
            sign > 0 as is_posted,
            case
                when belief is null
                then 'gap'
                when superseded_at is not null
                then 'closed'
                when ends_at < {{ shape.event.far }}
                then 'past'
                else 'current'
            end as history_part
        from paired
        where sign > 0 or belief is null

    ),

    folded_rows as (

        select
            {{ key }},
            belief.*,
            {% for column in names.type_1 -%}
                case
                    history_part
                    when 'closed'
                    then last_attributes.{{ column }}
                    when 'current'
                    then latest.{{ column }}
                    else attributes.{{ column }}
                end as {{ column }},
            {% endfor -%}
            starts_at,
            ends_at,
            known_at,
            superseded_at,
            history_part,
            is_posted
        from placed
        {% if scope.posted -%}
            where
                not is_past
                or history_part <> 'past'
                or {{ daybook._month_of("ends_at", shape.event) }}
                in ({{ daybook._quoted_list(scope.rewritten) or "''" }})
        {%- endif %}

    )
{% endmacro %}
