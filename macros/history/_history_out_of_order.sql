{#-
    Keys whose arrivals come out of order: each is folded onto what is believed of the key from
    its first new event on.
-#}
{% macro _history_out_of_order(scope, names, shape) %}
    {%- set key = names.key | join(", ") -%}
    {%- set version -%}
        struct(
            event_at as starts_at,
            ends_at,
            belief,
            attributes,
            system_at,
            not is_end and ends_at < {{ shape.event.far }} as is_past,
            event_at <= last_event_at as is_touched
        )
    {%- endset -%}
    {%- set arrival -%}
        struct(system_at, event_at, ends_at, belief, attributes)
    {%- endset %}
    by_key as (

        select
            {{ key }},
            {% if scope.posted -%}
                sort_array(
                    collect_list({{ version }}) filter (where sequence = 0)
                ) as versions,
            {%- endif %}
            sort_array(
                collect_list({{ arrival }}) filter (where sequence = 1)
            ) as arrivals
        from
            (
                select
                    *,
                    {{ daybook._as_one(names.compared, unless="is_end") }} as belief,
                    {{ daybook._as_one(names.type_1, unless="is_end") }} as attributes
                from judged
                {% if not names.folds_all -%} where is_out_of_order {%- endif %}
            )
        group by {{ key }}

    ),

    {{ daybook._history_fold(scope, names, shape) }},

    {{ daybook._history_lines(scope, names, shape) }}
{% endmacro %}

{#- Columns as one value, or none. Where it is never none it must look as if it could be:
    Spark 4.2.0 takes the type of a fold from what it begins with. -#}
{% macro _as_one(columns, unless) %}
    {% if not columns %} cast(null as int)
    {% else %} if({{ unless }}, null, struct({{ columns | join(", ") }}))
    {% endif %}
{% endmacro %}
