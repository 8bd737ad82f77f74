{#-
    A question about a fact, answered from an aggregate that has the answer, or else from the fact:

        asked                          aggregates                           answered from
        amount by month                by product and month; by store       product and month
        amount by customer             the same                             the fact

    The logs of the aggregates say by which SQL their dimensions and measures are built. An
    aggregate has the answer if it has each dimension and measure of the question, by the same
    SQL, and has left out no row of the fact. Of several, the one with the fewest rows is taken. It
    answers as of its own last run.
-#}
{% macro from_aggregates(fact, aggregates, dimensions, measures, joins=none) %}
    {%- if not execute -%} {{ return("(select 1)") }} {%- endif -%}
    {%- set arguments = daybook._checked_arguments(
        this,
        "from_aggregates",
        {
            "aggregates": aggregates,
            "dimensions": dimensions,
            "measures": measures,
            "joins": joins,
        },
        {
            "aggregates": {"required": true},
            "dimensions": {"required": true},
            "measures": {
                "required": true,
                "like": "{'amount': 'sum(amount)'}",
            },
            "joins": {"default": [], "each": daybook._rules_of_joins()},
        },
    ) -%}
    {%- set known = daybook._aggregates_of(fact, arguments.aggregates) -%}
    {%- set question = daybook._question_about_fact(fact, arguments, known) -%}
    {%- set answering = daybook._answering_aggregate(question, known) -%}
    {%- if not answering and question.may_ask -%}
        {%- do daybook._refuse_doubled_keys(question.joins) -%}
    {%- endif -%}
    (
        select
            {% for name, text in question.dimensions -%}
                {{ daybook._column(name) }},
            {% endfor -%}
            {% for measure in question.measures -%}
                {{ measure.shown }} as {{ daybook._column(measure.name) }}
                {{- "," if not loop.last }}
            {% endfor %}
        from
            (
                {{
                    (
                        daybook._answer_of_aggregate(question, answering)
                        if answering
                        else daybook._aggregated_fact(
                            question, {"rows": question.rows, "segment": none}
                        )
                    )
                }}
            )
    )
{% endmacro %}

{#-
    The question, in the form of an aggregate. A dimension that is only named, and is no column of
    the fact or of a join, is that of the aggregates that have it by SQL of their own.
-#}
{% macro _question_about_fact(fact, arguments, known) %}
    {% set joins = arguments.joins %}
    {% set question = {
        "fact": fact,
        "rows": daybook._with_joins(joins, fact),
        "dimensions": daybook._dimension_list(arguments.dimensions),
        "measures": daybook._measure_list(arguments.measures),
        "joins": joins,
        "columns": [],
        "by_batches": true,
        "may_ask": daybook._may_ask_about(fact, joins),
    } %}
    {% if not (known or question.may_ask) %} {% do return(question) %} {% endif %}
    {% set columns = daybook._described("query", "select * from " ~ fact).columns %}
    {% if question.may_ask %}
        {% do daybook._described_joins(dict(question, columns=columns)) %}
        {% do daybook._types_of_hashed(question) %}
    {% endif %}
    {% if not known %} {% do return(question) %} {% endif %}
    {% set of_fact = columns | map("first") | map("lower") | list %}
    {% for join in joins %}
        {% do of_fact.extend(join.columns | map("lower")) %}
    {% endfor %}
    {% set levels, named = {}, [] %}
    {% for name, text in question.dimensions
        if name | lower not in of_fact and text == daybook._column(name) %}
        {% do named.append(name) %}
    {% endfor %}
    {% for aggregate in known %}
        {% for name, text in aggregate.dimensions.items()
            if name in named and text != daybook._column(name) %}
            {% if levels.setdefault(name, text) != text %}
                {% call daybook._refuse_option(this, "dimensions", name) %}
                    it is {{ levels[name] }} in one aggregate and {{ text }} in
                    {{ aggregate.relation }}: write its SQL, as {name: SQL}
                {% endcall %}
            {% endif %}
        {% endfor %}
    {% endfor %}
    {% set resolved = daybook._with_levels(question.dimensions, levels) %}
    {% do daybook._check_plain_dimensions(fact, columns, joins, resolved) %}
    {% do return(dict(question, dimensions=resolved, columns=of_fact)) %}
{% endmacro %}

{#- Whether this is a run, and all that the question reads is there. -#}
{% macro _may_ask_about(fact, joins) %}
    {% set is_run = flags.WHICH in ("run", "build", "retry") %}
    {% if not is_run or daybook._phase() == "before_run" %}
        {% do return(false) %}
    {% endif %}
    {% for relation in [fact] + joins | map(attribute="relation") | list
        if not daybook._is_built(relation) %}
        {% do return(false) %}
    {% endfor %}
    {% do return(true) %}
{% endmacro %}

{#- The parts of what is asked, merged from those that the aggregate's view shows. -#}
{% macro _answer_of_aggregate(question, aggregate) %}
    {%- set keys = aggregate.names[: question.dimensions | length] -%}
    {%- set own_measures = aggregate.names[question.dimensions | length :] -%}
    select
        {% for own in keys -%}
            {{ daybook._column(own) }}
            as {{ daybook._column(question.dimensions[loop.index0][0]) }},
        {% endfor -%}
        {% for measure in question.measures -%}
            {%- set own = daybook._measure_in_parts(
                own_measures[loop.index0],
                measure.function,
                measure.argument,
            ) -%}
            {% for part in measure.parts -%}
                {{ own.parts[loop.index0].merged }}
                as {{ daybook._column(part.column) }},
            {% endfor -%}
        {% endfor -%}
        count(*) as daybook_rows
    from {{ aggregate.relation }}
    {% if keys -%} group by {{ daybook._columns(keys) }} {%- endif -%}
{% endmacro %}
