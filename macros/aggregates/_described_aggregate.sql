{#-
    The aggregate with what Spark says about the fact and its joins:

        columns     the fact's, as [[name, type], ...]
        indicator   with its type and kind
        grace       the grace period, in the indicator's unit
        joins       with the types of their keys
        levels      also those that follow from the indicator
        dimensions  those that are named as a level have its SQL
-#}
{% macro _described_aggregate(aggregate) %}
    {% set fact = aggregate.fact %}
    {% set columns = daybook._described("query", "select * from " ~ fact).columns %}
    {% set indicator = daybook._described_indicator(
        fact, aggregate.indicator, columns
    ) %}
    {% set aggregate = dict(aggregate, columns=columns, indicator=indicator) %}
    {% set joins = daybook._described_joins(aggregate) %}
    {% set levels = daybook._levels_of_indicator(aggregate) %}
    {% set dimensions = daybook._with_levels(aggregate.dimensions, levels) %}
    {% do daybook._check_plain_dimensions(fact, columns, joins, dimensions) %}
    {% do return(
        dict(
            aggregate,
            grace=(
                none
                if aggregate.by_batches
                else daybook._grace_in_units(indicator, aggregate.grace_period)
            ),
            joins=joins,
            levels=levels,
            dimensions=dimensions,
        )
    ) %}
{% endmacro %}

{#- A dimension without SQL of its own is a column of the fact or of a join. -#}
{% macro _check_plain_dimensions(fact, columns, joins, dimensions) %}
    {% set known = columns | list %}
    {% for join in joins %} {% do known.extend(zip(join.columns | list)) %} {% endfor %}
    {% for name, text in dimensions if text == daybook._column(name) %}
        {% do daybook._check_columns_given(this, {"dimensions": name}, fact, known) %}
    {% endfor %}
{% endmacro %}

{#- The arguments that the rows of an aggregate depend on: if one changes, the published rows can't
    be continued. from_aggregates compares a question with them. -#}
{% macro _built_with(aggregate, partition) %}
    {% set measures, joins = {}, [] %}
    {% for measure in aggregate.measures %}
        {% do measures.update({measure.name: [measure.function, measure.argument]}) %}
    {% endfor %}
    {% for join in aggregate.joins %}
        {% do joins.append(daybook._comparable_join(join)) %}
    {% endfor %}
    {% set indicator = aggregate.indicator %}
    {#- Marks of one kind mean the same, whatever the type. -#}
    {% set kind = indicator.type if indicator.kind == "time" else indicator.kind %}
    {% do return(
        {
            "fact": daybook._key(aggregate.fact),
            "indicator": indicator.name ~ ", a " ~ kind,
            "dimensions": dict(aggregate.dimensions),
            "measures": measures,
            "hashed": daybook._types_of_hashed(aggregate),
            "joins": joins,
            "partition": partition,
        }
    ) %}
{% endmacro %}

{#- As JSON gives it back from a log. -#}
{% macro _comparable_join(join) %}
    {% do return([daybook._key(join.relation), join.key, join.columns]) %}
{% endmacro %}

{#- {measure: type} of the distinct counts: a value of another type has another hash. Refused are
    texts with a collation, of which equal ones have several. -#}
{% macro _types_of_hashed(aggregate) %}
    {% set hashed = [] %}
    {% for measure in aggregate.measures if measure.function == "count distinct" %}
        {% do hashed.append(
            "(" ~ measure.argument ~ ") as " ~ daybook._column(measure.name)
        ) %}
    {% endfor %}
    {% if not hashed %} {% do return({}) %} {% endif %}
    {% set query %}
        select {{ hashed | join(", ") }}
        from {{ daybook._with_joins(aggregate.joins, aggregate.fact) }}
    {% endset %}
    {% set types = {} %}
    {% for name, type in daybook._described("query", query).columns %}
        {% if " collate " in type %}
            {% call daybook._refuse_option(this, "measures", name) %}
                it counts values of the type {{ type }}, of which different texts are equal: count
                lower(cast(x as string))
            {% endcall %}
        {% endif %}
        {% do types.update({name: type ~ (", by its JSON" if "<" in type else "")}) %}
    {% endfor %}
    {% do return(types) %}
{% endmacro %}
