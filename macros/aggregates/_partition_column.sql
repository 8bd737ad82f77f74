{#-
    What partitions an aggregate, as [name, SQL]; none where it has segments. A level is a
    function of the indicator that grows with it, such as its month; of a batched fact by
    posted_batch_id, any column, by default one that the fact is partitioned by.
-#}
{% macro _partition_column(names, built_with) %}
    {% set strategy = names.partition_strategy %}
    {% if strategy is none %} {% do return(none) %} {% endif %}
    {% set levels = daybook._levels(names) %}
    {% set key = names.partition_key %}
    {% if strategy == "user" and key in levels %} {% do return([key, levels[key]]) %}
    {% elif key is not none %} {% do return(daybook._unsuitable_key(names, levels)) %}
    {% elif strategy == "indicator" %}
        {% if names.by_batches %}
            {% do daybook._bad_option(
                this,
                "partition_strategy",
                "indicator",
                "its indicator is posted_batch_id, and each run would be a partition: use"
                ~ " segments, without a strategy, or 'user' or 'distribution' with levels",
            ) %}
        {% endif %}
        {% set name = names.indicator.name %}
        {% do return([name, daybook._column(name)]) %}
    {% endif %}
    {#- What was chosen stays until the model is removed, because files lie by it. -#}
    {% set before = built_with.get("partition") %}
    {% if before and levels.get(before[0]) == before[1] %}
        {% do return(before) %}
    {% endif %}
    {% do return(daybook._by_distribution(names, levels)) %}
{% endmacro %}

{#- {name: SQL} of the levels, from the coarsest to the finest. Where a level is a dimension
    too, its SQL is that of the dimension. -#}
{% macro _levels(names) %}
    {% set levels = dict(names.levels) %}
    {% set name, kind = names.indicator.name, names.indicator.kind %}
    {% if not levels and kind in ("date", "time") %}
        {% set at = (
            daybook.local_timestamp(daybook._column(name)) | trim
            if names.indicator.type == "timestamp"
            else daybook._column(name)
        ) %}
        {% do levels.update(
            {
                name ~ "_year": "year(" ~ at ~ ")",
                name ~ "_quarter": "date_format(" ~ at ~ ", \"yyyy-'Q'q\")",
                name ~ "_month": "date_format(" ~ at ~ ", 'yyyy-MM')",
                name ~ "_day": "cast(" ~ at ~ " as date)",
            }
        ) %}
    {% elif not levels and kind == "batch" %}
        {% set log = daybook._log_of(names.fact) %}
        {% for column, type in daybook._state(log, log.flipped).partition_by %}
            {% do levels.update({column: daybook._column(column)}) %}
        {% endfor %}
    {% endif %}
    {% set there = names.columns | map("first") | map("lower") | list %}
    {% for dimension, text in names.dimensions
        if dimension in levels
        and (dimension | lower in there or text != daybook._column(dimension)) %}
        {% do levels.update({dimension: text}) %}
    {% endfor %}
    {% do return(levels) %}
{% endmacro %}

{#- A key that partitions can't be kept up by: refused, or all is rebuilt in each run. -#}
{% macro _unsuitable_key(names, levels) %}
    {% set key = names.partition_key %}
    {% set why = (
        "it is no level of the indicator's hierarchy, which has "
        ~ (
            levels | join(", ")
            or "none: say levels={name: SQL of the indicator}"
        )
        if names.partition_strategy == "user"
        else "partition_strategy='"
        ~ names.partition_strategy
        ~ "' finds the key itself: leave it out, or use 'user' with one of "
        ~ (levels | join(", ") or "levels={name: SQL of the indicator}")
    ) %}
    {% if names.on_unsuitable_key == "refuse" %}
        {% do daybook._bad_option(
            this,
            "partition_key",
            key,
            why
            ~ "; or say on_unsuitable_key='full', and each run rebuilds it from the"
            ~ " whole fact",
        ) %}
    {% endif %}
    {% for dimension, text in names.dimensions if dimension == key %}
        {% do names.update({"full_build": true}) %}
        {% if sql %}
            {% do exceptions.warn(
                "daybook: "
                ~ this
                ~ ": built in full, from the whole fact, for partition_key="
                ~ tojson(key)
                ~ ": "
                ~ why
            ) %}
        {% endif %}
        {% do return([dimension, text]) %}
    {% endfor %}
    {% do daybook._bad_option(
        this,
        "partition_key",
        key,
        "on_unsuitable_key='full' partitions by a dimension of the aggregate: name one of "
        ~ names.dimensions
        | map("first")
        | join(", "),
    ) %}
{% endmacro %}

{#- What can't name a directory, before Spark is asked for it. -#}
{% macro _refuse_partition_type(names, scope) %}
    {% set type = scope.types[scope.partition[0] | lower] %}
    {% if type not in ("string", "date", "boolean") + daybook._integers() %}
        {% do daybook._bad_option(
            this,
            "partition_strategy",
            names.partition_strategy,
            scope.partition[0]
            ~ " is a "
            ~ type
            ~ ", which can't name a directory: use 'user' with a level that is a string, a"
            ~ " date or a number, such as one of "
            ~ daybook._levels(names)
            | join(", "),
        ) %}
    {% endif %}
{% endmacro %}
