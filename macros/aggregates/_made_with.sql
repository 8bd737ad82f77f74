{#- The arguments that shape the rows of an aggregate: if one changes, the published rows can't be
    continued. from_aggregates goes by them. -#}
{% macro _made_with(names, scope) %}
    {% set made = {
        "fact": daybook._key(names.fact),
        "indicator": names.indicator.name
        ~ ", a "
        ~ daybook._kind_of_marks(names.indicator),
        "dimensions": {},
        "measures": {},
        "hashed": scope.hashed,
        "joins": [],
        "partition": scope.partition,
    } %}
    {% for name, text in names.dimensions %}
        {% do made.dimensions.update({name: text}) %}
    {% endfor %}
    {% for measure in names.measures %}
        {% do made.measures.update({measure.name: measure.sql}) %}
    {% endfor %}
    {% for join in names.joins %}
        {% do made.joins.append(
            [daybook._key(join.relation), join.key, join.columns]
        ) %}
    {% endfor %}
    {% do return(made) %}
{% endmacro %}

{#- {argument: value}; of {name: SQL} blanks and capitals do not matter. -#}
{% macro _comparable_arguments(made) %}
    {% set comparable = {} %}
    {% for argument, value in made.items() %}
        {% if value is mapping %}
            {% set texts = {} %}
            {% for name, text in value.items() %}
                {% do texts.update({name: daybook._spaced(text)}) %}
            {% endfor %}
            {% set value = texts %}
        {% endif %}
        {% do comparable.update({argument: value}) %}
    {% endfor %}
    {% do return(comparable) %}
{% endmacro %}

{#- Values of another type have another hash: {measure: type} of those that are hashed. -#}
{% macro _types_of_hashed(names) %}
    {% set hashed, selected = {}, [] %}
    {% for measure in names.measures if measure.hashed %}
        {% do selected.append(
            measure.hashed ~ " as " ~ daybook._column(measure.name)
        ) %}
    {% endfor %}
    {% if selected %}
        {% set query = "select " ~ selected | join(
            ", "
        ) ~ " from " ~ daybook._joined(names, names.fact) %}
        {% do hashed.update(dict(daybook._described("query", query).columns)) %}
    {% endif %}
    {% do return(hashed) %}
{% endmacro %}
