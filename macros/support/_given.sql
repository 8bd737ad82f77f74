{#- given: {argument: a name or a list of names; none if it is left out}. Spark puts variables
    in place of ${...} wherever they stand in a statement, inside of a quoted name too. -#}
{% macro _check_names(relation, given) %}
    {% for argument, names in given.items() if names %}
        {% for name in daybook._as_list(names) %}
            {% if name is not string or not name %}
                {% call daybook._refuse_option(relation, argument, name) %}
                    give the name of a column
                {% endcall %}
                {% elif "${" in name %}
                {% call daybook._refuse_option(relation, argument, name) %}
                    Spark would put a variable in place of ${...}: give the column another name
                {% endcall %}
            {% endif %}
        {% endfor %}
    {% endfor %}
{% endmacro %}

{% macro _check_plain_names(relation, given) %}
    {% do daybook._check_names(relation, given) %}
    {#- What Spark takes for something else without quotes, whatever columns there are. -#}
    {% set words = ["current_path", "false", "not", "null", "true"] %}
    {% for argument, names in given.items() if names %}
        {% for name in daybook._as_list(names)
            if name | lower in words
            or not modules.re.fullmatch("[A-Za-z_][A-Za-z0-9_]*", name) %}
            {% call daybook._refuse_option(relation, argument, name) %}
                use the name of a column, of letters from A to Z, digits and _, and not
                {{ words | join(", ") }}: select it under such a name in the model that is read
            {% endcall %}
        {% endfor %}
    {% endfor %}
{% endmacro %}

{#- What a macro or a test can't do without: {argument: value}. -#}
{% macro _require_arguments(relation, name, given) %}
    {% for argument, value in given.items()
        if value is undefined or value is none %}
        {% call daybook._refuse(relation) %}
            {{ name }} needs the argument {{ argument }}, which is not given
        {% endcall %}
    {% endfor %}
{% endmacro %}

{#- Columns that tell which row came last. If a name is not quoted, "seq desc" would be a column
    with an alias, and ascending. -#}
{% macro _check_order_by(macro_name, order_by, quotes_names=false) %}
    {% if order_by is string or order_by is mapping or order_by is not iterable %}
        {% call daybook._refuse_option(this, "order_by", order_by) %}
            name a list of columns
        {% endcall %}
    {% endif %}
    {% set plain = "(?!.*\\s(asc|desc)\\b).*" if quotes_names else "\\w+" %}
    {% for column in order_by
        if not modules.re.fullmatch(
            "`([^`]|``)+`|" ~ plain, column | string, modules.re.I
        ) %}
        {% call daybook._refuse_option(this, "order_by", column) %}
            {{ macro_name }} takes names of columns, and of two rows the one with the higher value
            came last: for another order, select a column that has it. Other names than of letters,
            digits and _ go in backticks
        {% endcall %}
    {% endfor %}
{% endmacro %}
