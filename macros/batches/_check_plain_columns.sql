{#-
    Names that a macro's SQL uses as they are given: plain ones, of columns of the rows that the
    macro reads. Compiling asks nothing; under the lock, new_batches has told which there are.
-#}
{% macro _check_plain_columns(rows, given) %}
    {% do daybook._check_plain_names(this, given) %}
    {% set columns = daybook._columns_read(rows) %}
    {% do daybook._check_columns_given(this, given, "what it reads", columns) %}
{% endmacro %}

{% macro _columns_read(rows) %}
    {% set is_cte = rows is not string and rows.is_cte %}
    {% if is_cte or not daybook._is_planned() %} {% do return(none) %} {% endif %}
    {% set text = rows | string %}
    {% for input in model.daybook_plan.inputs if input.columns and input.text == text %}
        {% do return(zip(input.columns)) %}
    {% endfor %}
    {% do return(daybook._described("query", "select * from " ~ text).columns) %}
{% endmacro %}
