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
    {%- set arguments = daybook._checked_arguments(
        this,
        "with_versions",
        {
            "key": key,
            "valid_at": valid_at,
            "known_at": known_at,
            "select": select,
        },
        {
            "key": {"required": true, "mapped": true},
            "select": {"mapped": true},
            "valid_at": {"required": true, "names": "one"},
            "known_at": {"names": "one"},
        },
    ) -%}
    {%- set layout = daybook._layout_of_relation(
        history, columns, interval, known_at
    ) -%}
    {%- set key = arguments.key -%}
    {%- do daybook._refuse_part_of_key(key, layout.key) -%}
    {%- set usual = layout["values"] + [layout.columns.valid_from] -%}
    {%- set selected = arguments.select or dict(zip(usual, usual)) -%}
    {%- do daybook._check_facts(facts, history, layout, key, arguments, selected) -%}
    {%- set times = daybook._times_of_facts(layout, valid_at, known_at) -%}
    (
        select
            facts.*,
            {%- for column, name in selected.items() %}
                versions.{{ daybook._column(daybook._bare_name(column)) }}
                as {{ daybook._column(daybook._bare_name(name)) }}
                {{- ", " if not loop.last }}
            {%- endfor %}
        from {{ facts }} as facts
        cross join
            lateral(
                select
                    {% for name, column, axis, _, _ in times -%}
                        {{
                            daybook._moment(
                                "facts."
                                ~ daybook._column(daybook._bare_name(column)),
                                axis,
                            )
                        }} as {{ name }} {{- ", " if not loop.last }}
                    {%- endfor %}
            ) as moments
        left join
            {% if known_at is none -%}
                {{ daybook.known(history, columns=columns, interval=interval) }}
            {%- else -%} {{ history }}
            {%- endif %} as versions
            on {% for column, fact_column in key.items() -%}
                facts.{{ daybook._column(daybook._bare_name(fact_column)) }}
                = versions.{{ daybook._column(daybook._bare_name(column)) }}
                and
            {% endfor -%}
            {% for name, _, _, starts, ends in times -%}
                {{
                    daybook._is_in_interval(
                        "moments." ~ name,
                        "versions." ~ starts,
                        "versions." ~ ends,
                        layout,
                    )
                }}
                {{- " and " if not loop.last }}
            {%- endfor %}
    )
{%- endmacro %}

{#- The times by which a version is looked up: [[argument, column of the facts, axis, start, end], ...]. -#}
{% macro _times_of_facts(layout, valid_at, known_at) %}
    {% set names = layout.columns %}
    {% set times = [
        ["valid_at", valid_at, layout.event, names.valid_from, names.valid_to]
    ] %}
    {% if known_at is not none %}
        {% do times.append(
            [
                "known_at",
                known_at,
                layout.system,
                names.known_from,
                names.known_to,
            ]
        ) %}
    {% endif %}
    {% do return(times) %}
{% endmacro %}
