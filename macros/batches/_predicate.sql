{#-
    The pointer as a predicate over partition columns only, so that Spark prunes to the
    directories it names, and as short as can be: a term for each of its runs.

        batch_id between 1449784608 and 1512770400
        ((month between '2015-01' and '2015-05' and batch_id = 7) or (month = '2015-06' and ...))
-#}
{% macro _pointer_predicate(state, files=none, runs=none) %}
    {% set terms = [] %}
    {% for run in runs or daybook._pointer_runs(state, files) %}
        {% set conditions = daybook._conditions_of_run(run, state.partition_by) %}
        {% set batches = daybook._in_ranges("batch_id", run.ranges) %}
        {% do terms.append((conditions + [batches]) | join(" and ")) %}
    {% endfor %}
    {% if terms | length > 1 %}
        {% do return("((" ~ terms | join(") or (") ~ "))") %}
    {% endif %}
    {% do return(terms[0] if terms else "false") %}
{% endmacro %}

{#- Conditions that select the partitions of a run. -#}
{% macro _conditions_of_run(run, partition_by) %}
    {% set conditions = [] %}
    {% for column, type in partition_by[: run.depth + 1] %}
        {% set name = daybook._column(column) %}
        {% set first = run.first if loop.last else run.at[loop.index0] %}
        {% set first = daybook._literal(first, type) %}
        {% if loop.last and run.first != run.last %}
            {% set last = daybook._literal(run.last, type) %}
            {% do conditions.append(name ~ " between " ~ first ~ " and " ~ last) %}
        {% else %} {% do conditions.append(name ~ " = " ~ first) %}
        {% endif %}
    {% endfor %}
    {% do return(conditions) %}
{% endmacro %}

{#- A column within any of some ranges: single values as a list, the others as between. -#}
{% macro _in_ranges(column, ranges) %}
    {% set singles, terms = [], [] %}
    {% for interval in ranges %}
        {% if interval.from == interval.to %} {% do singles.append(interval.from) %}
        {% else %}
            {% set bounds = interval.from ~ " and " ~ interval.to %}
            {% do terms.append(column ~ " between " ~ bounds) %}
        {% endif %}
    {% endfor %}
    {% if singles | length == 1 %} {% do terms.append(column ~ " = " ~ singles[0]) %}
    {% elif singles %}
        {% do terms.append(column ~ " in (" ~ singles | join(", ") ~ ")") %}
    {% endif %}
    {% set text = terms | join(" or ") %}
    {% do return("(" ~ text ~ ")" if terms | length > 1 else text) %}
{% endmacro %}
