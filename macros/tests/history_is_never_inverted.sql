{#- No interval of a history ends before it begins, in either time. -#}
{% test history_is_never_inverted(model, columns={}, interval=none) %}
    {%- do daybook._require_argument(
        model, "history_is_never_inverted", "interval", interval
    ) -%}
    {%- set layout = daybook._layout_of_relation(model, columns, interval) -%}
    {%- set operator = "<=" if layout.interval == "closed" else "<" -%}

    select *
    from {{ model }}
    where
        {% for starts, ends in daybook._interval_columns(layout) -%}
            not coalesce({{ starts }} {{ operator }} {{ ends }}, false)
            {{- " or " if not loop.last }}
        {%- endfor %}

{% endtest %}
