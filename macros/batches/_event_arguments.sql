{#-
    The arguments of a pattern that reads events or entries: those of _rules_of_events that are
    given, and those of `more_rules`, with the keys that follow (_event_keys). The names of
    columns stand in the SQL as they are given, so they are plain, and columns of the rows that
    are read. Compiling asks nothing; under the lock new_batches has said which columns there are.
-#}
{% macro _event_arguments(macro_name, rows, given, more_rules={}) %}
    {% set rules, columns = {}, {} %}
    {% for name, rule in daybook._rules_of_events().items() if name in given %}
        {% do rules.update({name: rule}) %}
        {% do columns.update({name: given[name] if rule.names else none}) %}
    {% endfor %}
    {% do rules.update(more_rules) %}
    {% set args = daybook._checked_arguments(this, macro_name, given, rules) %}
    {% do daybook._check_combinations(this, args, rules) %}
    {% do daybook._check_columns_given(
        this, columns, "what it reads", daybook._columns_read(rows)
    ) %}
    {% do return(dict(args, **daybook._event_keys(args))) %}
{% endmacro %}

{#- [[name], ...] of the columns that rows have; none if they cannot be asked. -#}
{% macro _columns_read(rows) %}
    {% if not daybook._is_planned() or rows is not string and rows.is_cte %}
        {% do return(none) %}
    {% endif %}
    {% set text = rows | string %}
    {% for input in model.daybook_plan.inputs if input.columns and input.text == text %}
        {% do return(zip(input.columns)) %}
    {% endfor %}
    {% do return(daybook._described("query", "select * from " ~ text).columns) %}
{% endmacro %}
