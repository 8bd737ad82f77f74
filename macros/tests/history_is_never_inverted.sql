{#- No interval of a history ends before it begins, in either time. -#}
{% test history_is_never_inverted(model, columns={}, interval="closed") %}
    {%- set history = daybook._written_shape(model, columns, interval) -%}
    {%- set names = history.names -%}
    {%- set operator = "<=" if history.interval == "closed" else "<" -%}
    {%- set axes = [(names.valid_from, names.valid_to)] -%}
    {%- if history.system -%}
        {%- do axes.append((names.known_from, names.known_to)) -%}
    {%- endif %}

    select *
    from {{ model }}
    where
        {% for starts, ends in axes -%}
            not coalesce({{ starts }} {{ operator }} {{ ends }}, false)
            {{- " or " if not loop.last }}
        {%- endfor %}

{% endtest %}
