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
{% test history_does_not_overlap(model, key=[], columns={}, interval=none) %}
    {%- set history = daybook._tested_history(
        model,
        "history_does_not_overlap",
        columns,
        {"interval": interval},
        key,
    ) -%}
    {%- set key, axes = history.key, daybook._axes(history) %}

    with

        versions as (

            select
                {{ key | join(", ") }},
                {% for axis in axes -%}
                    {{ axis.starts }}, {{ axis.ends }},
                {% endfor -%}
                row_number() over (
                    partition by {{ key | join(", ") }}
                    order by {{ axes | map(attribute="starts") | join(", ") }}
                ) as daybook_number
            from {{ model }}

        )

    select daybook_version.*
    from versions as daybook_version
    inner join
        versions as daybook_later
        on {% for column in key -%}
            daybook_version.{{ column }} = daybook_later.{{ column }} and
        {% endfor -%}
        daybook_version.daybook_number < daybook_later.daybook_number
        {%- for axis in axes %}
            and daybook_version.{{ axis.starts }}
            {{ axis.operator }} daybook_later.{{ axis.ends }}
            and daybook_later.{{ axis.starts }}
            {{ axis.operator }} daybook_version.{{ axis.ends }}
        {%- endfor %}

{% endtest %}
