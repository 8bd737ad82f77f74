{#- What the arguments of incremental_aggregate may be; see support/_arguments.sql. -#}
{% macro _arguments_of_incremental_aggregate() %}
    {% set indicator = {
        "column": {"default": "posted_batch_id", "names": "one"},
        "grace_period": {"default": 0},
    } %}
    {% set columns = {"required": true, "mapped": true} %}
    {% set join = {
        "relation": {"required": true},
        "key": columns,
        "columns": columns,
    } %}
    {% set layout = {
        "max_segments": {"default": 30, "at_least": 1},
        "partition_strategy": {
            "one_of": ["user", "indicator", "distribution"]
        },
        "partition_key": {
            "text": true,
            "goes_with": {"partition_strategy": "user"},
        },
        "levels": {
            "default": {},
            "like": "{'month': 'trunc(sold_on, \\'MM\\')'}",
        },
        "target_rows": {"default": 1000000, "at_least": 1},
        "show_parts": {"default": false, "one_of": [true, false]},
    } %}
    {% set policies = {
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
    } %}
    {% do return(
        {
            "dimensions": {"required": true},
            "measures": {
                "required": true,
                "like": "{'amount': 'sum(amount)'}",
            },
            "indicator": {"default": {}, "keys_in": indicator},
            "joins": {"default": [], "each": join},
            "layout": {"default": {}, "keys_in": layout},
            "policies": {"default": {}, "keys_in": policies},
            "materialized": {"one_of": ["batched"]},
        }
    ) %}
{% endmacro %}

{#-
    The aggregate as its model defines it, checked; nothing is asked for that.

        dimensions  [[name, SQL], ...]
        measures    see _measure_list
        joins       see _joins.sql
        indicator   {name, type, kind}; until the fact is described, type is none
        by_batches  the fact is read by its batches: the indicator is posted_batch_id
        the others  fact, grace_period, and what layout and policies have, as they are given
-#}
{% macro _checked_aggregate(given) %}
    {% set indicator = given.indicator %}
    {% if indicator is not mapping %}
        {% set indicator = {"column": indicator} %}
    {% endif %}
    {% if model.resource_type == "model" %}
        {% set materialized = model.config.get("materialized", "view") %}
        {% set given = dict(given, materialized=materialized) %}
    {% endif %}
    {% set checked = daybook.checked_arguments(
        this,
        "incremental_aggregate",
        dict(given, indicator=indicator),
        daybook._arguments_of_incremental_aggregate(),
    ) %}
    {% set indicator = checked.indicator.column %}
    {% set by_batches = indicator | lower == "posted_batch_id" %}
    {% set dimensions = daybook._dimension_list(checked.dimensions) %}
    {% set aggregate = dict(
        dict(checked.layout, **checked.policies),
        fact=given.fact,
        dimensions=daybook._with_levels(dimensions, checked.layout.levels),
        measures=daybook._measure_list(checked.measures),
        joins=checked.joins,
        indicator={
            "name": indicator,
            "type": none,
            "kind": "batch" if by_batches else none,
        },
        grace_period=checked.indicator.grace_period,
        by_batches=by_batches,
    ) %}
    {% do daybook._check_aggregate(aggregate) %}
    {% do return(aggregate) %}
{% endmacro %}
