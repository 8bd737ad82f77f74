{#- Which arguments of an aggregate cannot be used together, or with its model. -#}
{% macro _check_aggregate_combinations(arguments, by_batches) %}
    {% if arguments.fact is string or not arguments.fact.identifier %}
        {% call daybook._refuse_option(this, "fact", arguments.fact | string) %}
            name a relation, by ref() or source(): what it joins comes as joins
        {% endcall %}
    {% elif arguments.partition_strategy and arguments.null_indicators == "include" %}
        {% call daybook._refuse_option(this, "policies.null_indicators", "include") %}
            a row without an indicator is in no partition: use segments, without
            layout.partition_strategy, or 'leave_out'
        {% endcall %}
    {% elif arguments.partition_strategy == "indicator" and by_batches %}
        {% call daybook._refuse_option(
            this, "layout.partition_strategy", "indicator"
        ) %}
            the indicator is posted_batch_id, and each run would be a partition: use segments,
            without a strategy, or 'user' or 'distribution' with layout.levels
        {% endcall %}
    {% elif by_batches and arguments.grace_period not in (0, "0") %}
        {% call daybook._refuse_option(
            this, "indicator.grace_period", arguments.grace_period
        ) %}
            by posted_batch_id nothing is ever late: leave it out, or give another
            indicator.column
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
