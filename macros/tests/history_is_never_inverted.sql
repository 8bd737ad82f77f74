{#- No interval of a history ends before it begins, in either time. -#}
{% test history_is_never_inverted(model, columns={}, interval=none) %}
    {%- set history = daybook._tested_history(
        model, "history_is_never_inverted", columns, {"interval": interval}
    ) %}

    select *
    from {{ model }}
    where
        {% for axis in daybook._axes(history) -%}
            not coalesce({{ axis.starts }} {{ axis.operator }} {{ axis.ends }}, false)
            {{- " or " if not loop.last }}
        {%- endfor %}

{% endtest %}
