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
    {%- do daybook._require_argument(
        model, "history_does_not_overlap", "interval", interval
    ) -%}
    {%- set layout = daybook._layout_of_relation(model, columns, interval) -%}
    {%- set key = daybook._arguments_of_test(
        model,
        "history_does_not_overlap",
        {"key": key or layout.key or none},
        [model],
    ).key -%}
    {%- set operator = "<=" if layout.interval == "closed" else "<" -%}
    {%- set axes = daybook._interval_columns(layout) %}

    with

        versions as (

            select
                {{ key | join(", ") }},
                {% for starts, ends in axes -%} {{ starts }}, {{ ends }}, {% endfor -%}
                row_number() over (
                    partition by {{ key | join(", ") }}
                    order by {{ axes | map("first") | join(", ") }}
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
        {%- for starts, ends in axes %}
            and daybook_version.{{ starts }} {{ operator }} daybook_later.{{ ends }}
            and daybook_later.{{ starts }} {{ operator }} daybook_version.{{ ends }}
        {%- endfor %}

{% endtest %}
