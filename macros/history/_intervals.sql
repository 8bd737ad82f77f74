{#- The axes of a history, each with the argument that asks for a moment of it, the columns in which
    intervals start and end, the operator between a moment and that end, and the `history_part` of
    what has ended. With `given`, the axes for which these arguments ask. -#}
{% macro _axes(layout, given=none) %}
    {% set names = layout.columns %}
    {% set operator = "<=" if layout.interval == "closed" else "<" %}
    {% set axes = [] %}
    {% for axis, asked, starts, ends, part in (
        (layout.event, "valid_at", names.valid_from, names.valid_to, "past"),
        (layout.system, "known_at", names.known_from, names.known_to, "closed"),
    ) if axis and (given is none or given[asked] is not none) %}
        {% do axes.append(
            dict(
                axis,
                asked=asked,
                starts=starts,
                ends=ends,
                operator=operator,
                part=part,
            )
        ) %}
    {% endfor %}
    {% do return(axes) %}
{% endmacro %}

{#- Where an interval of the history ends, as a half-open one has it; "-" goes the other way, to the
    last moment of a closed one. The far future stands for no end, so it stays. -#}
{% macro _half_open_end(end, axis, operator="+") %}
    {%- set step = axis.unit if axis.unit is number else "interval 1 " ~ axis.unit -%}
    {%- if axis.unit is none -%} {{ end }}
    {%- else -%}
        if(
            {{ end }} = {{ axis.far }},
            {{ axis.far }},
            cast({{ end }} {{ operator }} {{ step }} as {{ axis.type }})
        )
    {%- endif -%}
{% endmacro %}

{#- SQL that a moment lies in an interval of the history. -#}
{% macro _is_in_interval(moment, axis, of="") %}
    {{- of ~ axis.starts }} <= {{ moment }}
    and {{ moment }} {{ axis.operator }} {{ of ~ axis.ends -}}
{% endmacro %}
