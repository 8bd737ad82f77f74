{#- Which arguments of an aggregate cannot be used together, or with its model. -#}
{% macro _check_aggregate(aggregate) %}
    {% set fact, strategy = aggregate.fact, aggregate.partition_strategy %}
    {% set grace = aggregate.grace_period %}
    {% if fact is string or not fact.identifier %}
        {% call daybook._refuse_option(this, "fact", fact | string) %}
            name a relation, by ref() or source(): what it joins comes as joins
        {% endcall %}
    {% elif strategy and aggregate.null_indicators == "include" %}
        {% call daybook._refuse_option(this, "policies.null_indicators", "include") %}
            a row without an indicator is in no partition: use segments, without
            layout.partition_strategy, or 'leave_out'
        {% endcall %}
    {% elif aggregate.by_batches and grace not in (0, "0") %}
        {% call daybook._refuse_option(this, "indicator.grace_period", grace) %}
            by posted_batch_id nothing is ever late: leave it out, or give another
            indicator.column
        {% endcall %}
    {% endif %}
    {#- An ephemeral relation has no rows before the model is built. In a unit test all are. -#}
    {% for join in [{"relation": fact}] + aggregate.joins
        if model.resource_type == "model"
        and join.relation is not string
        and join.relation.is_cte %}
        {% set option = "joins" if join.key else "fact" %}
        {% call daybook._refuse_option(this, option, join.relation.identifier) %}
            it is ephemeral: make it a view or a table
        {% endcall %}
    {% endfor %}
    {% set columns = aggregate.measures | map(attribute="columns") | sum(start=[]) %}
    {% do daybook._checked_arguments(
        this,
        "incremental_aggregate",
        {
            "dimensions": aggregate.dimensions | map("first") | list,
            "measures": columns | map("first") | list,
        },
        {"dimensions": {"names": "many"}, "measures": {"names": "many"}},
    ) %}
{% endmacro %}
