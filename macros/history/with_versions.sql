{#-
    Each fact with the version that was valid at its event time: as known now, or as known at a
    moment of its own. A fact without a version stays, with NULL.

        order_id  customer_id  ordered_on    score  valid_from
        1         C-1001       2016-11-18    775    2016-11-16    as known now
        1         C-1001       2016-11-18    774    2016-11-16    as known on 2016-11-18

    At no moment are there two versions of a key, so there is one row per fact. The moments of a
    fact are computed before the join, which would compute them for each pair.
-#}
{% macro with_versions(
    facts,
    history,
    key,
    valid_at,
    known_at=none,
    select=none,
    columns=none,
    interval=none
) %}
    {%- if not execute -%} {%- do return("") -%} {%- endif -%}
    {%- set layout = daybook._layout_of_relation(
        history, columns, interval, known_at
    ) -%}
    {%- set usual = layout["values"] + [layout.columns.valid_from] -%}
    {%- set rules = {
        "key": {"required": true, "mapped": true},
        "select": {"mapped": true, "default": dict(zip(usual, usual))},
        "valid_at": {"required": true, "names": "one"},
        "known_at": {"names": "one"},
    } -%}
    {%- set given = daybook.checked_arguments(
        this,
        "with_versions",
        {
            "key": key,
            "select": select,
            "valid_at": valid_at,
            "known_at": known_at,
        },
        rules,
    ) -%}
    {%- do daybook._refuse_part_of_key(given.key, layout.key) -%}
    {%- do daybook._check_facts(facts, history, layout, given) -%}
    {%- set quoted = daybook._quoted_arguments(given, rules) -%}
    {%- set axes = daybook._axes(layout, given) -%}
    (
        select
            facts.*,
            {%- for column, name in quoted.select %}
                versions.{{ column }} as {{ name }} {{- ", " if not loop.last }}
            {%- endfor %}
        from {{ facts }} as facts
        cross join
            lateral(
                select
                    {% for axis in axes -%}
                        {{ daybook._moment("facts." ~ quoted[axis.asked], axis) }}
                        as {{ axis.asked }} {{- ", " if not loop.last }}
                    {%- endfor %}
            ) as moments
        left join
            {% if known_at is none -%}
                {{ daybook.known(history, columns=columns, interval=interval) }}
            {%- else -%} {{ history }}
            {%- endif %} as versions
            on {% for column, fact_column in quoted.key -%}
                facts.{{ fact_column }} = versions.{{ column }} and
            {% endfor -%}
            {% for axis in axes -%}
                {{
                    daybook._is_in_interval(
                        "moments." ~ axis.asked, axis, "versions."
                    )
                }}
                {{- " and " if not loop.last }}
            {%- endfor %}
    )
{%- endmacro %}
