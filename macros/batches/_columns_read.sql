{#-
    The arguments of a pattern that reads events or entries, checked by `rules`, with the keys that
    follow from them (_event_keys). The names of its columns stand in the SQL as they are given,
    so they are plain, and columns of the rows that it reads. Compiling asks nothing; under the lock
    new_batches has said which columns there are.
-#}
{% macro _event_arguments(macro_name, rows, given, rules) %}
    {% set arguments = daybook._checked_arguments(this, macro_name, given, rules) %}
    {% do daybook._check_combinations_of(this, arguments, rules) %}
    {% set columns = {} %}
    {% for name in daybook._rules_of_event_columns() %}
        {% do columns.update({name: arguments[name]}) %}
    {% endfor %}
    {% do daybook._check_columns_given(
        this, columns, "what it reads", daybook._columns_of(rows)
    ) %}
    {% do return(dict(arguments, **daybook._event_keys(columns))) %}
{% endmacro %}

{#- [[name], ...] of the columns that rows have; none if they cannot be asked. -#}
{% macro _columns_of(rows) %}
    {% if not daybook._is_planned() or rows is not string and rows.is_cte %}
        {% do return(none) %}
    {% endif %}
    {% set text = rows | string %}
    {% for input in model.daybook_plan.inputs if input.columns and input.text == text %}
        {% do return(zip(input.columns)) %}
    {% endfor %}
    {% do return(daybook._described("query", "select * from " ~ text).columns) %}
{% endmacro %}
