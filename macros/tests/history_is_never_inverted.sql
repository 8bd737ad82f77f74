{#- No interval of a history ends before it begins, in either time. -#}
{% test history_is_never_inverted(model, columns={}, interval="closed") %}
    {%- set shape = daybook._written_shape(model, columns, interval) -%}
    {%- set operator = "<=" if shape.interval == "closed" else "<" -%}

    select *
    from {{ model }}
    where
        not {{ shape.names.valid_from }} {{ operator }} {{ shape.names.valid_to }}
        or {{ shape.names.valid_from }} is null
        or {{ shape.names.valid_to }} is null
        {% if shape.system -%}
            or
            not {{ shape.names.known_from }} {{ operator }} {{ shape.names.known_to }}
            or {{ shape.names.known_from }} is null
            or {{ shape.names.known_to }} is null
        {%- endif %}

{% endtest %}
