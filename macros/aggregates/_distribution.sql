{#-
    partition_strategy="distribution": of the candidates the one whose partitions come nearest to
    target_rows. Candidates are the levels that are dimensions of the aggregate; where none is,
    those that key_hints names; where it names none, all.

        candidate  granularity  values  rows in one  score
        year       0            2       500,000      |log2(0.5)|   - 0.0 = 1.0
        month      1            24      41,667       |log2(0.042)| - 0.1 = 4.485

    The rows of the aggregate and the values of each candidate are estimated in one look at the
    fact. The lowest score wins; of equal ones the finer level.
-#}
{% macro _by_distribution(names, levels) %}
    {% set dimensions = names.dimensions | map("first") | list %}
    {% for hint in names.key_hints if hint not in levels %}
        {% do daybook._bad_option(
            this,
            "key_hints",
            hint,
            "it is no level of the indicator, which has "
            ~ (levels | join(", ") or "none"),
        ) %}
    {% endfor %}
    {% set own = levels | select("in", dimensions) | list %}
    {% set hinted = levels | select("in", names.key_hints) | list %}
    {% set candidates = own or hinted or levels | list %}
    {% if not candidates %}
        {% do daybook._bad_option(
            this,
            "partition_strategy",
            "distribution",
            "its indicator "
            ~ names.indicator.name
            ~ " has no levels: say levels={name: SQL of the indicator, ...}, from the coarsest"
            ~ " to the finest",
        ) %}
    {% endif %}
    {% if flags.EMPTY %}
        {% do return([candidates[0], levels[candidates[0]]]) %}
    {% endif %}
    {% set found = daybook._scores(names, levels, candidates) %}
    {% set scored = [] %}
    {% for score in found.scores %}
        {% set name = candidates[loop.index0] %}
        {% do scored.append([score.score, -(levels | list).index(name), name, score]) %}
    {% endfor %}
    {% set chosen = (scored | sort)[0][2] %}
    {% if names.explain %}
        {% do daybook._explain_choice(
            names, candidates, own, hinted, found, scored, chosen
        ) %}
    {% endif %}
    {% do return([chosen, levels[chosen]]) %}
{% endmacro %}

{#- One look at the fact. The score is how many times the rows in a partition would have to be
    doubled or halved to be the target's, a tenth of that less for each level above it. -#}
{% macro _scores(names, levels, candidates) %}
    {%- set keys = names.dimensions | map(attribute=1) | list or ["1"] -%}
    {%- set query -%}
        select
            to_json(
                struct(
                    rows,
                    array(
                        {% for name in candidates -%}
                            {%- set values = "greatest(values_" ~ loop.index0 ~ ", 1)" -%}
                            struct(
                                values_{{ loop.index0 }} as level_values,
                                round(rows / {{ values }}) as level_rows,
                                round(
                                    abs(
                                        log2(
                                            greatest(rows, 1)
                                            / {{ values }}
                                            / {{ names.target_rows }}
                                        )
                                    )
                                    - {{ (levels | list).index(name) / 10 }},
                                    3
                                ) as score
                            )
                            {{- "," if not loop.last }}
                        {% endfor -%}
                    ) as scores
                )
            )
        from
            (
                select
                    {% for name in candidates -%}
                        approx_count_distinct({{ levels[name] }})
                        as values_{{ loop.index0 }},
                    {% endfor -%}
                    approx_count_distinct(struct({{ keys | join(", ") }})) as rows
                from {{ daybook._joined(names, names.fact) }}
            )
    {%- endset -%}
    {% do return(daybook._json_rows(query)[0]) %}
{% endmacro %}

{#- Each step, on request. -#}
{% macro _explain_choice(names, candidates, own, hinted, found, scored, chosen) %}
    {% set from = (
        "dimensions of the aggregate"
        if own
        else ("key_hints" if hinted else "all levels of the indicator")
    ) %}
    {% do daybook._say(this, "candidates (" ~ from ~ "): " ~ candidates | join(", ")) %}
    {% do daybook._say(
        this,
        "about "
        ~ found["rows"]
        ~ " rows in all; a partition is to have "
        ~ names.target_rows,
    ) %}
    {% set rows = [] %}
    {% for score, finer, name, found in scored %}
        {% do rows.append(
            [name, -finer, found.level_values, found.level_rows | int, score]
        ) %}
    {% endfor %}
    {% do daybook._print_table(
        "Partitions of " ~ this.identifier,
        ["candidate", "granularity", "values", "rows in one", "score"],
        rows,
    ) %}
    {% do daybook._say(this, "the lowest score: " ~ chosen) %}
{% endmacro %}
