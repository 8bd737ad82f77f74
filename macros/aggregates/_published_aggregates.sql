{#- The published aggregates of a fact, with what they are built with, from the smallest on. -#}
{% macro _aggregates_of(fact, aggregates) %}
    {% set known = [] %}
    {% for aggregate in aggregates if not aggregate.is_cte %}
        {% set state = daybook.published_state(aggregate) %}
        {% set built_with = state.built_with %}
        {% if state.view and built_with.get("fact") == daybook.model_key(fact) %}
            {% set level = built_with.partition %}
            {% set levels = {level[0]: level[1]} if level else {} %}
            {% do known.append(
                dict(
                    built_with,
                    relation=aggregate,
                    dimensions=dict(levels, **built_with.dimensions),
                    left_out=state.remembers.get("left_out"),
                    rows=daybook.rows_of_pointer(state, state.pointer),
                )
            ) %}
        {% endif %}
    {% endfor %}
    {% do return(known | sort(attribute="rows")) %}
{% endmacro %}
