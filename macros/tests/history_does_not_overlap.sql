{#-
    At no moment of both times has a key two versions. Two rectangles overlap when each begins,
    on both axes, before the other has ended:

        system time
            |   +-------+
            |   |   +---|---+
            |   |   | x |   |
            |   +---|---+   |
            |       +-------+
            +------------------- event time
-#}
{% test history_does_not_overlap(model, key=[], columns={}, interval="closed") %}
    {%- set layout = daybook._layout_of_relation(model, columns, interval) -%}
    {%- set names = layout.columns -%}
    {%- set key = daybook._key_of_history(
        model, "history_does_not_overlap", key, layout
    ) -%}
    {%- set operator = "<=" if layout.interval == "closed" else "<" -%}
    {%- set axes = [(names.valid_from, names.valid_to)] -%}
    {%- if layout.system -%}
        {%- do axes.append((names.known_from, names.known_to)) -%}
    {%- endif %}

    with

        versions as (

            select
                {{ key | join(", ") }},
                {% for starts, ends in axes -%} {{ starts }}, {{ ends }}, {% endfor -%}
                row_number() over (
                    partition by {{ key | join(", ") }}
                    order by
                        {% for starts, ends in axes -%}
                            {{ starts }}{{ ", " if not loop.last }}
                        {%- endfor %}
                ) as place
            from {{ model }}

        )

    select versions.*
    from versions
    inner join
        versions as others
        on {% for column in key -%}
            versions.{{ column }} = others.{{ column }} and
        {% endfor -%}
        versions.place < others.place
        {%- for starts, ends in axes %}
            and versions.{{ starts }} {{ operator }} others.{{ ends }}
            and others.{{ starts }} {{ operator }} versions.{{ ends }}
        {%- endfor %}

{% endtest %}
