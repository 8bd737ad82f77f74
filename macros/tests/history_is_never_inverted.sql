{#- No interval of a history ends before it begins, in either time. -#}
{% test history_is_never_inverted(model, columns={}, interval="closed") %}
    {%- set layout = daybook._layout_of_relation(model, columns, interval) -%}
    {%- set operator = "<=" if layout.interval == "closed" else "<" -%}

    select *
    from {{ model }}
    where
        not {{ layout.columns.valid_from }} {{ operator }} {{ layout.columns.valid_to }}
        or {{ layout.columns.valid_from }} is null
        or {{ layout.columns.valid_to }} is null
        {% if layout.system -%}
            or
            not {{ layout.columns.known_from }} {{ operator }} {{ layout.columns.known_to }}
            or {{ layout.columns.known_from }} is null
            or {{ layout.columns.known_to }} is null
        {%- endif %}

{% endtest %}
