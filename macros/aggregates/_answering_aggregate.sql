{#- The smallest aggregate that can answer, with its names for the columns. Aggregates that left rows
    out are skipped. Parts that it does not show are read from its batches; a view can't do that,
    because it would keep the names of today's. -#}
{% macro _answering_aggregate(question, known) %}
    {% set is_view = (
        model is defined
        and model.resource_type == "model"
        and model.config.materialized in ("view", "ephemeral")
    ) %}
    {% set lacking = [] %}
    {% set joins = daybook._comparable_joins(question.joins) %}
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
        {#- If it joins more than the question, SQL means the same only if it is one of the
            question's own columns, and none that is joined: two aggregates may join different
            columns of one name, and the fact may have gained it since. -#}
        {% set others = [] %}
        {% for join in aggregate.joins if join not in joins %}
            {% do others.extend(join[2] | map("lower")) %}
        {% endfor %}
        {% set own = question.names | map("lower") | reject("in", others) | list %}
        {% set names = [] %}
        {% for kind, one, text in asked
            if not others or text == "*" or daybook.bare_name(text) | lower in own %}
            {% for name in aggregate[kind] if aggregate[kind][name] == one %}
                {% do names.append(name) if loop.first %}
            {% endfor %}
        {% endfor %}
        {% if names | length == asked | length %}
            {% set hidden = daybook._hidden_parts(question, aggregate, names) %}
            {% if not (hidden and is_view) %}
                {% set source = aggregate.batches if hidden else aggregate.relation %}
                {% do return(dict(aggregate, names=names, source=source)) %}
            {% endif %}
            {% do lacking.append([aggregate.relation, hidden]) %}
        {% endif %}
    {% endfor %}
    {% for relation, hidden in lacking %}
        {% call daybook.refuse(this) %}
            it is a {{ model.config.materialized }}, and {{ relation }} has the answer, but does not show
            {{ hidden | join(", ") }}: set layout={"show_parts": true} there, or materialize this
            model as table or batched
        {% endcall %}
    {% endfor %}
    {% do return(none) %}
{% endmacro %}

{#- The parts of what is asked that the view of an aggregate does not show. -#}
{% macro _hidden_parts(question, aggregate, names) %}
    {% set first, hidden = question.dimensions | length, [] %}
    {% for measure in question.measures %}
        {% set own = daybook._measure_in_parts(
            names[first + loop.index0], measure.function, measure.argument
        ) %}
        {% for part in own.parts if part.column not in aggregate.shown %}
            {% do hidden.append(part.column) %}
        {% endfor %}
    {% endfor %}
    {% do return(hidden) %}
{% endmacro %}

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
                    shown=state.view.shown | map("first") | list,
                    batches="(select * from "
                    ~ state.batches
                    ~ " where "
                    ~ daybook.pointer_condition(state)
                    ~ ")",
                    dimensions=dict(levels, **built_with.dimensions),
                    left_out=state.remembers.get("left_out"),
                    rows=daybook.rows_of_pointer(state, state.pointer),
                )
            ) %}
        {% endif %}
    {% endfor %}
    {% do return(known | sort(attribute="rows")) %}
{% endmacro %}
