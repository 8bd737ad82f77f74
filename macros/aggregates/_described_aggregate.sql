{#-
    The aggregate with what Spark says about the fact and its joins:

        indicator   with its type and kind
        grace       the grace period, in the indicator's unit
        joins       with the types of their keys
        names       of the columns of the fact and of the joins
        levels      also those that follow from the indicator
        dimensions  those that are named as a level have its SQL
-#}
{% macro _described_aggregate(aggregate) %}
    {% set fact, indicator, grace = aggregate.fact, aggregate.indicator, none %}
    {% set columns = daybook.describe("query", "select * from " ~ fact).columns %}
    {% if not aggregate.by_batches %}
        {% set indicator = daybook._described_indicator(fact, indicator, columns) %}
        {% set grace = daybook._grace_in_units(indicator, aggregate.grace_period) %}
    {% endif %}
    {% set joins = daybook._described_joins(fact, columns, aggregate.joins) %}
    {% set aggregate = dict(
        aggregate,
        indicator=indicator,
        grace=grace,
        joins=joins,
        names=daybook._readable_names(columns, joins),
    ) %}
    {% do return(
        daybook._with_known_dimensions(
            aggregate, daybook._levels_of_indicator(aggregate)
        )
    ) %}
{% endmacro %}

{#- The names of the columns of a fact, and of those that are joined. -#}
{% macro _readable_names(columns, joins) %}
    {% set names = columns | map("first") | list %}
    {% for join in joins %} {% do names.extend(join.columns) %} {% endfor %}
    {% do return(names) %}
{% endmacro %}

{#- An aggregate, or a question, with the SQL of its dimensions. One without SQL of its own is one of some
    levels, or a column of the fact or of a join. -#}
{% macro _with_known_dimensions(aggregate, levels) %}
    {% set dimensions = daybook._with_levels(aggregate.dimensions, levels) %}
    {% set plain = [] %}
    {% for name, text in dimensions if text == daybook.quoted_column(name) %}
        {% do plain.append(name) %}
    {% endfor %}
    {% do daybook.check_columns(
        this, {"dimensions": plain}, aggregate.fact, zip(aggregate.names)
    ) %}
    {% do return(dict(aggregate, levels=levels, dimensions=dimensions)) %}
{% endmacro %}

{#- [[relation, key, columns], ...], as JSON gives them back from a log. -#}
{% macro _comparable_joins(joins) %}
    {% set comparable = [] %}
    {% for join in joins %}
        {% do comparable.append(
            [daybook.model_key(join.relation), join.key, join.columns]
        ) %}
    {% endfor %}
    {% do return(fromjson(daybook.sorted_json(comparable))) %}
{% endmacro %}

{#- {measure: type} of the distinct counts: a value of another type has another hash. Refused are
    texts with a collation, of which equal ones have several. -#}
{% macro _types_of_hashed(aggregate) %}
    {% set hashed = [] %}
    {% for measure in aggregate.measures if measure.function == "count distinct" %}
        {% do hashed.append(
            "("
            ~ measure.argument
            ~ ") as "
            ~ daybook.quoted_column(measure.name)
        ) %}
    {% endfor %}
    {% if not hashed %} {% do return({}) %} {% endif %}
    {% set query %}
        select {{ hashed | join(", ") }}
        from {{ daybook._with_joins(aggregate.joins, aggregate.fact) }}
    {% endset %}
    {% set types = {} %}
    {% for name, type in daybook.describe("query", query).columns %}
        {% if " collate " in type %}
            {% call daybook.refuse_option(this, "measures", name) %}
                it counts values of the type {{ type }}, of which different texts are equal: count
                lower(cast(x as string))
            {% endcall %}
        {% endif %}
        {% do types.update({name: type ~ (", by its JSON" if "<" in type else "")}) %}
    {% endfor %}
    {% do return(types) %}
{% endmacro %}
