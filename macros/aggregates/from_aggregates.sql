{#-
    A question about a fact, answered from an aggregate where one has what is asked:

        asked                          aggregates                           answered from
        amount by month                by product and month; by store       product and month
        amount by customer             the same                             the fact

    An aggregate has it if each dimension and measure asked for is one of its own, by their SQL.
    A name that only the aggregates know, as that of a level, means what it means there. Of
    several the one with the fewest rows is taken. It answers as of its own last run.
-#}
{% macro from_aggregates(fact, aggregates, dimensions, measures, joins=[]) %}
    {%- if not execute -%} {{ return("(select 1)") }} {%- endif -%}
    {%- set names = {
        "fact": fact,
        "dimensions": daybook._dimension_list(dimensions),
        "measures": daybook._measures(measures),
        "joins": daybook._join_list(joins),
        "by_batches": true,
    } -%}
    {%- set known = daybook._aggregates_of(fact, aggregates) -%}
    {%- do daybook._name_dimensions(names, known) -%}
    {%- set found = daybook._fitting_aggregate(names, known) -%}
    {%- if not found -%}
        {%- set rows = daybook._built(
            names, none, daybook._joined(names, fact), none
        ) -%}
    {%- else -%} {%- set rows = daybook._from_parts(names, found) -%}
    {%- endif -%}
    {%- set seen = daybook._columns(names.dimensions | map("first")) -%}
    (
        select
            {{ seen ~ "," if seen }}
            {% for measure in names.measures -%}
                {{ measure.shown }} as {{ daybook._column(measure.name) }}
                {{- "," if not loop.last }}
            {% endfor %}
        from ({{ rows }})
    )
{% endmacro %}

{#- The published aggregates of a fact, with what they are made with and how many rows. -#}
{% macro _aggregates_of(fact, aggregates) %}
    {% set known = [] %}
    {% for aggregate in aggregates if not aggregate.is_cte %}
        {% set log = daybook._log_of(aggregate) %}
        {% set state = daybook._state(log, log.flipped) %}
        {% set made = state.built_with %}
        {% if state.view and made.get("fact") == daybook._key(fact) %}
            {% set level = made.partition %}
            {% do known.append(
                {
                    "relation": aggregate,
                    "made": made,
                    "dimensions": dict(
                        {level[0]: level[1]} if level else {},
                        **made.dimensions
                    ),
                    "rows": daybook._rows_of(state, state.pointer),
                }
            ) %}
        {% endif %}
    {% endfor %}
    {% do return(known) %}
{% endmacro %}

{#- A name that is no column of the fact is a dimension as the first aggregate has it. -#}
{% macro _name_dimensions(names, known) %}
    {% if not known %} {% do return(none) %} {% endif %}
    {% set there = (
        daybook._described("query", "select * from " ~ names.fact).columns
        | map("first")
        | map("lower")
        | list
    ) %}
    {% set dimensions = {} %}
    {% for aggregate in known %}
        {% for name, text in aggregate.dimensions.items()
            if name | lower not in there
            and daybook._spaced(text) != daybook._spaced(daybook._column(name)) %}
            {% do dimensions.setdefault(name, text) %}
        {% endfor %}
    {% endfor %}
    {% do daybook._name_levels(names, dimensions) %}
    {% do daybook._require_joins(names, known, there) %}
{% endmacro %}

{#- A column that an aggregate has joined is known by the join alone: two may join different
    ones of a name. -#}
{% macro _require_joins(names, known, there) %}
    {% set given, words = there | list, [] %}
    {% for join in names.joins %}
        {% do given.extend(join.columns | map("lower")) %}
    {% endfor %}
    {% for text in (
        names.dimensions
        | map("last")
        | list + names.measures
        | map(attribute="sql")
        | list
    ) %}
        {% do words.extend(daybook._words_of(text)) %}
    {% endfor %}
    {% for aggregate in known %}
        {% for relation, key, columns in aggregate.made.joins %}
            {% for column in columns
                if column | lower in words and column | lower not in given %}
                {% do daybook._bad_option(
                    this,
                    "joins",
                    names.joins | map(attribute="relation") | join(", "),
                    aggregate.relation
                    ~ " has "
                    ~ column
                    ~ " from "
                    ~ relation
                    ~ ": give the same join here",
                ) %}
            {% endfor %}
        {% endfor %}
    {% endfor %}
{% endmacro %}

{#- The smallest aggregate that has all that is asked, and what it calls it; none without. -#}
{% macro _fitting_aggregate(names, known) %}
    {% set best = namespace(found=none) %}
    {% for aggregate in known %}
        {% set columns = daybook._as_called(names, aggregate) %}
        {% if columns is not none and (
            best.found is none or aggregate.rows < best.found.rows
        ) %}
            {% set best.found = dict(aggregate, columns=columns) %}
        {% endif %}
    {% endfor %}
    {% do return(best.found) %}
{% endmacro %}

{#- What an aggregate calls what is asked: {dimension or measure: its column}; none where it
    lacks one, or has other joins. -#}
{% macro _as_called(names, aggregate) %}
    {% set joins = [] %}
    {% for join in names.joins %}
        {% do joins.append([daybook._key(join.relation), join.key, join.columns]) %}
    {% endfor %}
    {% if fromjson(tojson(joins)) | reject("in", aggregate.made.joins) | list %}
        {% do return(none) %}
    {% endif %}
    {% set called = {} %}
    {% for name, text in names.dimensions %}
        {% for own, own_text in aggregate.dimensions.items()
            if daybook._spaced(own_text) == daybook._spaced(text) %}
            {% do called.update({name: own}) %}
        {% endfor %}
    {% endfor %}
    {% for measure in names.measures %}
        {% for own, own_text in aggregate.made.measures.items()
            if own_text == measure.sql %}
            {% do called.update({measure.name: own}) %}
        {% endfor %}
    {% endfor %}
    {% set asked = names.dimensions | length + names.measures | length %}
    {% do return(called if called | length == asked else none) %}
{% endmacro %}

{#- The parts of what is asked, from those that the aggregate's view shows. -#}
{% macro _from_parts(names, found) %}
    {%- set selected, keys = [], [] -%}
    {%- for name, text in names.dimensions -%}
        {%- set own = daybook._column(found.columns[name]) -%}
        {%- do keys.append(own) -%}
        {%- do selected.append(own ~ " as " ~ daybook._column(name)) -%}
    {%- endfor -%}
    {%- for measure in names.measures -%}
        {%- for column, made, how in measure.parts -%}
            {%- set own = (
                found.columns[measure.name]
                ~ column[measure.name | length :]
            ) -%}
            {%- do selected.append(
                daybook._put_together(own, how)
                ~ " as "
                ~ daybook._column(column)
            ) -%}
        {%- endfor -%}
    {%- endfor -%}
    select {{ selected | join(", ") }}
    from {{ found.relation }}
    {% if keys -%} group by {{ keys | join(", ") }} {%- endif %}
{% endmacro %}
