{#- No interval of a history ends before it begins, in either time. -#}
{% test history_is_never_inverted(model, columns={}, interval="closed") %}
    {%- set layout = daybook._layout_of_relation(model, columns, interval) -%}
    {%- set names = layout.columns -%}
    {%- set operator = "<=" if layout.interval == "closed" else "<" -%}
    {%- set axes = [(names.valid_from, names.valid_to)] -%}
    {%- if layout.system -%}
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
