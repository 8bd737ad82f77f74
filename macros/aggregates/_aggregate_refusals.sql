{#- The options of an aggregate, before anything is asked; each error names option and way out. -#}
{% macro _check_aggregate_options(names) %}
    {% if names.fact is string or not names.fact.identifier %}
        {% do daybook._bad_option(
            this,
            "fact",
            names.fact | string,
            "name a relation, by ref() or source(): what it joins comes as joins",
        ) %}
    {% endif %}
    {% do daybook._check_choices(names) %}
    {% do daybook._check_measures_given(names) %}
    {% do names.update(
        {
            "dimensions": daybook._dimension_list(names.dimensions),
            "measures": daybook._measures(names.measures),
            "joins": daybook._join_list(names.joins),
        }
    ) %}
    {% do daybook._refuse_ephemeral("fact", names.fact) %}
    {% for join in names.joins %}
        {% do daybook._refuse_ephemeral("joins", join.relation) %}
    {% endfor %}
    {% do daybook._name_levels(names, names.levels) %}
    {% do daybook._check_aggregate_names(names) %}
    {% do daybook._check_aggregate_config(names) %}
{% endmacro %}

{#- It can't be asked before the rows are made. In a unit test all relations are ephemeral. -#}
{% macro _refuse_ephemeral(option, relation) %}
    {% if model.resource_type == "model" and relation is not string and relation.is_cte %}
        {% do daybook._bad_option(
            this,
            option,
            relation.identifier,
            "it is ephemeral: make it a view or a table",
        ) %}
    {% endif %}
{% endmacro %}

{% macro _check_choices(names) %}
    {% for name, allowed in (
        ("partition_strategy", (none, "user", "indicator", "distribution")),
        ("on_unsuitable_key", ("refuse", "full")),
        ("null_indicators", ("refuse", "leave_out", "include")),
        ("late_rows", ("report", "refuse", "repair")),
        ("changed_dimensions", ("rebuild", "refuse")),
    ) if names[name] not in allowed %}
        {% do daybook._bad_option(
            this, name, names[name], "use " ~ allowed | select | join(" or ")
        ) %}
    {% endfor %}
    {% for name in ("max_segments", "target_rows")
        if names[name] is not integer or names[name] < 1 %}
        {% do daybook._bad_option(
            this, name, names[name], "use a whole number from 1 on"
        ) %}
    {% endfor %}
    {% if names.levels is not mapping %}
        {% do daybook._bad_option(
            this,
            "levels",
            names.levels,
            "say {name: SQL of the indicator}, from the coarsest to the finest",
        ) %}
    {% endif %}
    {% set strategy, key = names.partition_strategy, names.partition_key %}
    {% if strategy is none and key is not none or strategy == "user" and key is none %}
        {% do daybook._bad_option(
            this,
            "partition_key",
            key,
            "partition_strategy='user' takes the name of a level as its key, and segments"
            ~ " take none",
        ) %}
    {% elif names.null_indicators == "include" and strategy is not none %}
        {% do daybook._bad_option(
            this,
            "null_indicators",
            "include",
            "a row without an indicator is in no partition: use segments, without"
            ~ " partition_strategy, or 'leave_out'",
        ) %}
    {% elif names.by_batches and names.grace_period not in (0, none, "0") %}
        {% do daybook._bad_option(
            this,
            "grace_period",
            names.grace_period,
            "by posted_batch_id nothing is ever late: leave it out",
        ) %}
    {% endif %}
{% endmacro %}

{% macro _check_measures_given(names) %}
    {% if names.measures is not mapping or not names.measures %}
        {% do daybook._bad_option(
            this,
            "measures",
            names.measures,
            "say {name: SQL}, such as {'amount': 'sum(amount)'}",
        ) %}
    {% endif %}
{% endmacro %}

{#- [[name, SQL], ...] of a list of columns, of {name: SQL}, or of a list with both. -#}
{% macro _dimension_list(given) %}
    {% set dimensions = [] %}
    {% set entries = [given] if given is mapping or given is string else given %}
    {% for entry in entries %}
        {% set names = [entry] if entry is string else entry %}
        {% for name in names %}
            {% do dimensions.append(
                [
                    name,
                    (
                        daybook._column(name)
                        if entry is string
                        else entry[name] | string
                    ),
                ]
            ) %}
        {% endfor %}
    {% endfor %}
    {% do return(dimensions) %}
{% endmacro %}

{#- A dimension that is named as a level is that level. -#}
{% macro _name_levels(names, levels) %}
    {% for dimension in names.dimensions
        if dimension[0] in levels and dimension[1] == daybook._column(dimension[0]) %}
        {% do dimension.pop() %} {% do dimension.append(levels[dimension[0]]) %}
    {% endfor %}
{% endmacro %}

{#- Each name once, and none that the macro or the materialization has itself. -#}
{% macro _check_aggregate_names(names) %}
    {% set taken = [
        "batch_id",
        "posted_batch_id",
        "daybook_rows",
        "daybook_from",
        "daybook_segment",
    ] %}
    {% set given = [] %}
    {% for name, text in names.dimensions %}
        {% do given.append(["dimensions", name]) %}
    {% endfor %}
    {% for name, text in daybook._shown_measures(names) %}
        {% do given.append(["measures", name]) %}
    {% endfor %}
    {% for option, name in given %}
        {% if not modules.re.fullmatch(
            "[A-Za-z_]\\w*", name
        ) or name | lower in taken %}
            {% do daybook._bad_option(
                this,
                option,
                name,
                "use a name of letters, digits and _ that no other column has, nor a part of"
                ~ " a measure (<name>_sum, <name>_count, <name>_sketch), nor daybook",
            ) %}
        {% endif %}
        {% do taken.append(name | lower) %}
    {% endfor %}
{% endmacro %}

{% macro _check_aggregate_config(names) %}
    {% if not execute or model.resource_type != "model" %}
        {% do return(none) %}
    {% endif %}
    {% if model.config.materialized != "batched" %}
        {% do daybook._bad_option(
            this,
            "materialized",
            model.config.materialized,
            "an aggregate goes on from its own batches: use batched",
        ) %}
    {% endif %}
{% endmacro %}
