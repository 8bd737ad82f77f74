{#-
    The level that partitions an aggregate, as [name, SQL]; none where it has segments. For a
    batched fact, a level is any column, by default one that the fact is partitioned by.
-#}
{% macro _partition_column(run) %}
    {% set strategy, levels = run.partition_strategy, run.levels %}
    {% set key, indicator = run.partition_key, run.indicator %}
    {% if strategy == "user" and key not in levels %}
        {% call daybook.refuse_option(this, "layout.partition_key", key) %}
            it is no level of the indicator, which has {{ levels | join(", ") or "none" }}: name
            one of them, or give layout.levels, as {name: SQL of the indicator}
        {% endcall %}
    {% elif strategy == "user" %} {% do return([key, levels[key]]) %}
    {% elif strategy == "indicator" and indicator.kind in ("time", "batch") %}
        {% call daybook.refuse_option(this, "layout.partition_strategy", strategy) %}
            each {{ indicator.kind }} would be a partition: use segments, without a strategy, or
            'user' or 'distribution' with a level of {{ indicator.name }}, such as
            {{ levels | join(", ") or "one in layout.levels" }}
        {% endcall %}
    {% elif strategy == "indicator" %}
        {% do return([indicator.name, daybook.quoted_column(indicator.name)]) %}
    {% elif strategy == "distribution" %}
        {#- What was chosen stays until the model is removed, because its files lie by it. -#}
        {% set chosen = run.state.built_with.get("partition") %}
        {% if chosen and levels.get(chosen[0]) == chosen[1] %} {% do return(chosen) %}
        {% endif %}
        {% do return(daybook._by_distribution(run)) %}
    {% endif %}
    {% do return(none) %}
{% endmacro %}

{#-
    The partition_strategy "distribution": the level whose partitions come nearest to target_rows.
    Candidates are the levels that are dimensions of the aggregate, or all where none is.

        level  granularity  values  rows in one  score
        year   0            2       500,000      |log2(500,000 / 1,000,000)| - 0.0 = 1.0  <- chosen
        month  1            24      41,667       |log2( 41,667 / 1,000,000)| - 0.1 = 4.485

    One query estimates the rows of the aggregate and the values of each level. The lowest score
    wins: how often the rows of a partition would have to be doubled or halved to be the
    target, less a tenth for each coarser level. If scores are equal, the finer level wins.
-#}
{% macro _by_distribution(run) %}
    {% set levels = run.levels %}
    {% set dimensions = run.dimensions | map("first") | list %}
    {% set candidates = (levels | select("in", dimensions) | list) or levels | list %}
    {% if not candidates %}
        {% call daybook.refuse_option(
            this, "layout.partition_strategy", "distribution"
        ) %}
            the indicator {{ run.indicator.name }} has no levels: give layout.levels, as
            {name: SQL of the indicator}, from the coarsest to the finest
        {% endcall %}
    {% elif not daybook.may_read_rows() %}
        {% do return([candidates[0], levels[candidates[0]]]) %}
    {% endif %}
    {% set keys = run.dimensions | map("last") | list or ["1"] %}
    {% set query %}
        select to_json(struct(
            daybook_level as level, daybook_values as values,
            round(daybook_rows / greatest(daybook_values, 1)) as rows_in_one
        ))
        from (
            select
                approx_count_distinct(struct({{ keys | join(", ") }})) as daybook_rows,
                array(
                    {%- for name in candidates %}
                    struct(
                        {{ daybook.quoted_text(name) }},
                        {{ (levels | list).index(name) }},
                        approx_count_distinct({{ levels[name] }})
                    )
                    {{- "," if not loop.last }}
                    {%- endfor %}
                ) as daybook_candidates
            from {{ daybook._with_joins(run.joins, run.fact) }}
        )
        lateral view inline(daybook_candidates) daybook_candidate
            as daybook_level, daybook_granularity, daybook_values
        order by
            round(
                abs(log2(
                    greatest(daybook_rows, 1) / greatest(daybook_values, 1)
                    / {{ run.target_rows }}
                )) - daybook_granularity / 10,
                3
            ),
            daybook_granularity desc
        limit 1
    {% endset %}
    {% set chosen = daybook.json_rows(query)[0] %}
    {% call daybook.tell(this) %}
        it is partitioned by {{ chosen.level }}: of {{ candidates | join(", ") }} its partitions,
        about {{ chosen["values"] }} of {{ chosen.rows_in_one | int }} rows each, come nearest
        to target_rows={{ run.target_rows }}
    {% endcall %}
    {% do return([chosen.level, levels[chosen.level]]) %}
{% endmacro %}
