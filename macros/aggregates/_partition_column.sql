{#-
    The level that partitions an aggregate, as [name, SQL]; none where it has segments. For a
    batched fact, a level is any column, by default one that the fact is partitioned by.
-#}
{% macro _partition_column(run) %}
    {% set strategy, levels = run.partition_strategy, run.levels %}
    {% set key, indicator = run.partition_key, run.indicator %}
    {% if strategy == "user" and key not in levels %}
        {% call daybook._refuse_option(this, "layout.partition_key", key) %}
            it is no level of the indicator, which has {{ levels | join(", ") or "none" }}: name
            one of them, or give layout.levels, as {name: SQL of the indicator}
        {% endcall %}
    {% elif strategy == "user" %} {% do return([key, levels[key]]) %}
    {% elif strategy == "indicator" and indicator.kind in ("time", "batch") %}
        {% call daybook._refuse_option(this, "layout.partition_strategy", strategy) %}
            each {{ indicator.kind }} would be a partition: use segments, without a strategy, or
            'user' or 'distribution' with a level of {{ indicator.name }}, such as
            {{ levels | join(", ") or "one in layout.levels" }}
        {% endcall %}
    {% elif strategy == "indicator" %}
        {% do return([indicator.name, daybook._column(indicator.name)]) %}
    {% elif strategy == "distribution" %}
        {#- What was chosen stays until the model is removed, because its files lie by it. -#}
        {% set chosen = run.state.built_with.get("partition") %}
        {% if chosen and levels.get(chosen[0]) == chosen[1] %} {% do return(chosen) %}
        {% endif %}
        {% do return(daybook._by_distribution(run)) %}
    {% endif %}
    {% do return(none) %}
{% endmacro %}
