{#- What the arguments of incremental_aggregate may be; see support/_arguments.sql. -#}
{% macro _arguments_of_incremental_aggregate() %}
    {% do return(
        {
            "dimensions": {"required": true},
            "measures": {
                "required": true,
                "like": "{'amount': 'sum(amount)'}",
            },
            "indicator": {"default": "posted_batch_id", "names": "one"},
            "grace_period": {"default": 0},
            "joins": {"default": []},
            "max_segments": {"default": 30, "at_least": 1},
            "partition_strategy": {
                "one_of": ["user", "indicator", "distribution"]
            },
            "partition_key": {"goes_with": {"partition_strategy": "user"}},
            "levels": {
                "default": {},
                "like": "{'month': 'trunc(sold_on, \\'MM\\')'}",
            },
            "target_rows": {"default": 1000000, "at_least": 1},
            "null_indicators": {
                "default": "refuse",
                "one_of": ["refuse", "leave_out", "include"],
            },
            "late_rows": {
                "default": "report",
                "one_of": ["report", "refuse", "repair"],
            },
            "changed_dimensions": {
                "default": "rebuild",
                "one_of": ["rebuild", "refuse"],
            },
        }
    ) %}
{% endmacro %}

{#-
    The aggregate as its model defines it, checked; nothing is asked for that.

        dimensions  [[name, SQL], ...]
        measures    see _measure_list
        joins       see _join_list
        indicator   {name, type, kind}; until the fact is described, type is none
        by_batches  the fact is read by its batches: the indicator is posted_batch_id
        the others  as they are given
-#}
{% macro _checked_aggregate(given) %}
    {% set rules = daybook._arguments_of_incremental_aggregate() %}
    {% set arguments = dict(
        daybook._checked_arguments(
            this, "incremental_aggregate", given, rules
        ),
        fact=given.fact,
    ) %}
    {% do daybook._check_combinations(this, arguments, rules) %}
    {% set by_batches = arguments.indicator | lower == "posted_batch_id" %}
    {% do daybook._check_aggregate_combinations(arguments, by_batches) %}
    {% set joins = daybook._join_list(arguments.joins) %}
    {% do daybook._check_is_stored("fact", arguments.fact) %}
    {% for join in joins %}
        {% do daybook._check_is_stored("joins", join.relation) %}
    {% endfor %}
    {% set dimensions = daybook._dimension_list(arguments.dimensions) %}
    {% set measures = daybook._measure_list(arguments.measures) %}
    {% set shown = daybook._shown_measures(measures) %}
    {% do daybook._checked_arguments(
        this,
        "incremental_aggregate",
        {
            "dimensions": dimensions | map("first") | list,
            "measures": shown | map("first") | list,
        },
        {"dimensions": {"names": "many"}, "measures": {"names": "many"}},
    ) %}
    {% do return(
        dict(
            arguments,
            dimensions=daybook._with_levels(dimensions, arguments.levels),
            measures=measures,
            joins=joins,
            indicator={
                "name": arguments.indicator,
                "type": none,
                "kind": "batch" if by_batches else none,
            },
            by_batches=by_batches,
        )
    ) %}
{% endmacro %}

{% macro _check_aggregate_combinations(arguments, by_batches) %}
    {% if arguments.fact is string or not arguments.fact.identifier %}
        {% call daybook._refuse_option(this, "fact", arguments.fact | string) %}
            name a relation, by ref() or source(): what it joins comes as joins
        {% endcall %}
    {% elif arguments.partition_strategy and arguments.null_indicators == "include" %}
        {% call daybook._refuse_option(this, "null_indicators", "include") %}
            a row without an indicator is in no partition: use segments, without
            partition_strategy, or 'leave_out'
        {% endcall %}
    {% elif arguments.partition_strategy == "indicator" and by_batches %}
        {% call daybook._refuse_option(this, "partition_strategy", "indicator") %}
            the indicator is posted_batch_id, and each run would be a partition: use segments,
            without a strategy, or 'user' or 'distribution' with levels
        {% endcall %}
    {% elif by_batches and arguments.grace_period not in (0, "0") %}
        {% call daybook._refuse_option(this, "grace_period", arguments.grace_period) %}
            by posted_batch_id nothing is ever late: leave it out
        {% endcall %}
    {% elif model.resource_type == "model" and model.config.materialized != "batched" %}
        {% call daybook._refuse_option(
            this, "materialized", model.config.materialized
        ) %}
            an aggregate goes on from its own batches: use batched
        {% endcall %}
    {% endif %}
{% endmacro %}

{#- An ephemeral relation has no rows before the model is built. In a unit test all are. -#}
{% macro _check_is_stored(option, relation) %}
    {% if model.resource_type == "model" and relation is not string and relation.is_cte %}
        {% call daybook._refuse_option(this, option, relation.identifier) %}
            it is ephemeral: make it a view or a table
        {% endcall %}
    {% endif %}
{% endmacro %}
