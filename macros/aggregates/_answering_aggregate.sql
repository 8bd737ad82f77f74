{#- The smallest aggregate that can answer, with its names for the columns. Aggregates that left rows
    out are skipped. -#}
{% macro _answering_aggregate(question, known) %}
    {% set joins = [] %}
    {% for join in question.joins %}
        {% do joins.append(fromjson(daybook._json(daybook._comparable_join(join)))) %}
    {% endfor %}
    {% set asked = [] %}
    {% for name, text in question.dimensions %}
        {% do asked.append(["dimensions", text, text]) %}
    {% endfor %}
    {% for measure in question.measures %}
        {% set call_of = [measure.function, measure.argument] %}
        {% do asked.append(["measures", call_of, measure.argument]) %}
    {% endfor %}
    {% for aggregate in known
        if not aggregate.left_out
        and joins | reject("in", aggregate.joins) | list == [] %}
        {% set of_others = [] %}
        {% for join in aggregate.joins if join not in joins %}
            {% do of_others.extend(join[2] | map("lower")) %}
        {% endfor %}
        {% set names = [] %}
        {% for kind, one, text in asked
            if not of_others
            or daybook._is_known_column(question, text, of_others) %}
            {% for own in aggregate[kind] if aggregate[kind][own] == one %}
                {% do names.append(own) if loop.first %}
            {% endfor %}
        {% endfor %}
        {% if names | length == asked | length %}
            {% do return(dict(aggregate, names=names)) %}
        {% endif %}
    {% endfor %}
    {% do return(none) %}
{% endmacro %}

{#- Whether SQL means the same in an aggregate that joins more than the question: it is one of the
    question's own columns, and none of those that are joined. Two aggregates may join different
    columns of one name, and the fact may have gained it since. -#}
{% macro _is_known_column(question, text, of_others) %}
    {% set name = daybook._bare_name(text) | lower %}
    {% do return(text == "*" or name in question.columns and name not in of_others) %}
{% endmacro %}
