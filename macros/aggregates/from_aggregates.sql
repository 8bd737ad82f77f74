{#-
    A question about a fact, answered from an aggregate where one has what is asked:

        asked                          aggregates                           answered from
        amount by month                by product and month; by store       product and month
        amount by customer             the same                             the fact

    An aggregate has it if each dimension and measure asked for is one of its own, by their SQL.
    Of several the one with the fewest rows is taken. It answers as of its own last run.
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
    {%- set found = daybook._fitting_aggregate(names, aggregates) -%}
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

{#- The smallest aggregate that has all that is asked, and what it calls it; none without. -#}
{% macro _fitting_aggregate(names, aggregates) %}
    {% set best = namespace(found=none) %}
    {% for aggregate in aggregates if execute and not aggregate.is_cte %}
        {% set log = daybook._read_log(aggregate) %}
        {% set state = daybook._state(log, log.flipped) %}
        {% set made = state.marks.get("made_with") if state.consolidation else none %}
        {% set columns = daybook._as_called(names, made) if made else none %}
        {% if columns is not none %}
            {% set rows = daybook._rows_of(state, state.pointer) %}
            {% if best.found is none or rows < best.found.rows %}
                {% set best.found = {
                    "relation": aggregate,
                    "rows": rows,
                    "columns": columns,
                } %}
            {% endif %}
        {% endif %}
    {% endfor %}
    {% do return(best.found) %}
{% endmacro %}

{#- What an aggregate calls what is asked: {dimension or measure: its column}; none where it
    lacks one, or is of another fact or of other joins. -#}
{% macro _as_called(names, made) %}
    {% if made.fact != daybook._key(names.fact) %} {% do return(none) %} {% endif %}
    {% set joins = [] %}
    {% for join in names.joins %}
        {% do joins.append([daybook._key(join.relation), join.key, join.columns]) %}
    {% endfor %}
    {% if fromjson(tojson(joins)) | reject("in", made.joins) | list %}
        {% do return(none) %}
    {% endif %}
    {% set called = {} %}
    {% for name, text in names.dimensions %}
        {% for own, own_text in made.dimensions.items()
            if own_text == daybook._spaced(text) %}
            {% do called.update({name: own}) %}
        {% endfor %}
    {% endfor %}
    {% for measure in names.measures %}
        {% for own, own_text in made.measures.items() if own_text == measure.sql %}
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
