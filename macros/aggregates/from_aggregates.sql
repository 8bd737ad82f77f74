{#-
    A question about a fact, answered from an aggregate that has the answer, or else from the fact:

        asked                          aggregates                           answered from
        amount by month                by product and month; by store       product and month
        amount by customer             the same                             the fact

    The logs of the aggregates say by which SQL their dimensions and measures are built.
-#}
{% macro from_aggregates(fact, aggregates, dimensions, measures, joins=none) %}
    {%- if not execute -%} {{ return("(select 1)") }} {%- endif -%}
    {%- set rules = daybook._arguments_of_incremental_aggregate() -%}
    {%- set arguments = daybook.checked_arguments(
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
            "dimensions": rules.dimensions,
            "measures": rules.measures,
            "joins": rules.joins,
        },
    ) -%}
    {%- set known = daybook._aggregates_of(fact, arguments.aggregates) -%}
    {%- set question = daybook._question_about_fact(fact, arguments, known) -%}
    {%- set answering = daybook._answering_aggregate(question, known) -%}
    {%- if answering -%}
        {%- set run = daybook._run_on_aggregate(question, answering) -%}
    {%- else -%}
        {%- set run = dict(daybook._first_run(question, none), segment=none) -%}
        {%- if question.may_ask -%}
            {%- do daybook._refuse_doubled_keys(question.joins) -%}
        {%- endif -%}
    {%- endif -%}
    (
        select
            {% for name, text in question.dimensions -%}
                {{ daybook.quoted_column(name) }},
            {% endfor -%}
            {% for measure in question.measures -%}
                {%- set name, shown = measure.columns[0] -%}
                {{ shown }}
                as {{ daybook.quoted_column(name) }} {{- "," if not loop.last }}
            {% endfor %}
        from ({{ daybook._aggregated_fact(run) }})
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
        "dimensions": daybook._dimension_list(arguments.dimensions),
        "measures": daybook._measure_list(arguments.measures),
        "joins": joins,
        "names": [],
        "may_ask": daybook._may_ask_about(fact, joins),
    } %}
    {% if not (known or question.may_ask) %} {% do return(question) %} {% endif %}
    {% set columns = daybook.describe("query", "select * from " ~ fact).columns %}
    {% if question.may_ask %}
        {% do daybook._described_joins(fact, columns, joins) %}
        {% do daybook._types_of_hashed(question) %}
    {% endif %}
    {% set names = daybook._readable_names(columns, joins) %}
    {% set own, levels = names | map("lower") | list, {} %}
    {% for aggregate in known %}
        {% for name, text in aggregate.dimensions.items()
            if name | lower not in own and text != daybook.quoted_column(name) %}
            {% set is_asked = [
                name,
                daybook.quoted_column(name),
            ] in question.dimensions %}
            {% if levels.setdefault(name, text) != text and is_asked %}
                {% call daybook.refuse_option(this, "dimensions", name) %}
                    it is {{ levels[name] }} in one aggregate and {{ text }} in
                    {{ aggregate.relation }}: write its SQL, as {name: SQL}
                {% endcall %}
            {% endif %}
        {% endfor %}
    {% endfor %}
    {% do return(
        daybook._with_known_dimensions(dict(question, names=names), levels)
    ) %}
{% endmacro %}

{#- Whether this is a run, and all that the question reads is there. -#}
{% macro _may_ask_about(fact, joins) %}
    {% set is_run = flags.WHICH in ("run", "build", "retry") %}
    {% if not is_run or daybook.current_phase() == "before_run" %}
        {% do return(false) %}
    {% endif %}
    {% for relation in [fact] + joins | map(attribute="relation") | list
        if not daybook.is_built(relation) %}
        {% do return(false) %}
    {% endfor %}
    {% do return(true) %}
{% endmacro %}

{#- A run that reads an aggregate in place of the fact: the parts of what is asked are merged from
    those that it has. -#}
{% macro _run_on_aggregate(question, aggregate) %}
    {% set names, grain, measures = aggregate.names, [], [] %}
    {% for name, text in question.dimensions %}
        {% do grain.append([name, daybook.quoted_column(names[loop.index0])]) %}
    {% endfor %}
    {% for measure in question.measures %}
        {% set name, parts = names[grain | length + loop.index0], [] %}
        {% set own = daybook._measure_in_parts(
            name, measure.function, measure.argument
        ) %}
        {% for part in measure.parts %}
            {% set made = own.parts[loop.index0].merged %}
            {% do parts.append({"column": part.column, "made": made}) %}
        {% endfor %}
        {% do measures.append({"parts": parts}) %}
    {% endfor %}
    {% do return(
        {
            "grain": grain,
            "measures": measures,
            "rows": aggregate.source,
            "segment": none,
        }
    ) %}
{% endmacro %}
