{#-
    What the rows of an aggregate depend on: of other ones they would not go on from what is
    published. It is one of the marks that the log keeps, and what from_aggregates goes by.
-#}
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

{% macro _refuse_other_aggregate(names, scope, marks) %}
    {% set before = marks.get("made_with", {}) %}
    {% for name, value in daybook._made_with(names, scope).items() if scope.is_upon %}
        {% set texts = [] %}
        {% for made in (before.get(name), value) %}
            {% do texts.append(tojson(daybook._comparable(made), sort_keys=true)) %}
        {% endfor %}
        {% if texts[0] != texts[1] %}
            {% do daybook._raise(
                this,
                name
                ~ " was "
                ~ texts[0]
                ~ " for what is published, and is "
                ~ texts[1]
                ~ " now: build it anew with --full-refresh",
            ) %}
        {% endif %}
    {% endfor %}
{% endmacro %}

{#- {name: SQL} whatever its blanks and capitals; anything else as it is. -#}
{% macro _comparable(made) %}
    {% if made is not mapping %} {% do return(made) %} {% endif %}
    {% set comparable = {} %}
    {% for name, text in made.items() %}
        {% do comparable.update({name: daybook._spaced(text)}) %}
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
