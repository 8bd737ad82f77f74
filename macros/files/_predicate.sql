{#-
    The pointer as a predicate over partition columns only, so that Spark prunes to the
    directories it names, and as short as can be: a term for each of its runs.

        (batch_id between 1449784608 and 1512770400 or isnan(batch_id))
        ((month between '2015-01' and '2015-05' and batch_id = 7) or (month = '2015-06' and ...)
         or isnan(batch_id))

    files: {partition: [batch_id, ...]}, if only these may be read.
-#}
{% macro pointer_condition(state, files=none) %}
    {% set terms = [] %}
    {% for run in daybook._pointer_runs(state, files) %}
        {% set conditions = daybook._conditions_of_run(run, state.partition_by) %}
        {% set batches = daybook._in_ranges("batch_id", run.ranges) %}
        {% do terms.append((conditions + [batches]) | join(" and ")) %}
    {% endfor %}
    {% if not terms %} {% do return("false") %} {% endif %}
    {% set is_one = terms | length == 1 %}
    {% do return(
        daybook._filtered_by_spark(
            terms[0] if is_one else "(" ~ terms | join(") or (") ~ ")"
        )
    ) %}
{% endmacro %}

{#- Columns as the view shows them. Spark does not ask the metastore about these expressions, so it
    answers a reader's filter on a number or a date itself. The metastore answers filters on texts,
    which need no cast. The view has no comment for a column that is an expression. -#}
{% macro _shown_columns(columns, partition_by) %}
    {% set types = {"batch_id": "bigint"} %}
    {% for name, type in partition_by %}
        {% do types.update({name | lower: type}) %}
    {% endfor %}
    {% set shown = [] %}
    {% for name in columns %}
        {% set column, type = daybook.quoted_column(name), types.get(name | lower) %}
        {% if type in daybook.integer_types() %}
            {% do shown.append(column ~ " | 0Y as " ~ column) %}
        {% elif type == "date" %}
            {% do shown.append("date_add(" ~ column ~ ", 0) as " ~ column) %}
        {% else %} {% do shown.append(column) %}
        {% endif %}
    {% endfor %}
    {% do return(shown | join(", ")) %}
{% endmacro %}

{#- Conditions that select the partitions of a run. -#}
{% macro _conditions_of_run(run, partition_by) %}
    {% set conditions = [] %}
    {% for column, type in partition_by[: run.depth + 1] %}
        {% set name = daybook.quoted_column(column) %}
        {% set first = run.first if loop.last else run.at[loop.index0] %}
        {% set first = daybook.typed_literal(type, first) %}
        {% if loop.last and run.first != run.last %}
            {% set last = daybook.typed_literal(type, run.last) %}
            {% do conditions.append(name ~ " between " ~ first ~ " and " ~ last) %}
        {% else %} {% do conditions.append(name ~ " = " ~ first) %}
        {% endif %}
    {% endfor %}
    {% do return(conditions) %}
{% endmacro %}
