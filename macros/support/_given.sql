{#-
    Columns as a user gives them: the name alone, or in backticks. In SQL each is quoted, so it
    may have any characters; what is no column is refused in one sentence.

        Kunde Nr, `Kunde Nr`   given
        Kunde Nr               _bare_name
        `Kunde Nr`             _given_column
-#}
{% macro _bare_name(name) %}
    {% set text = name | string %}
    {% if modules.re.fullmatch("`([^`]|``)+`", text) %}
        {% do return(text[1:-1] | replace("``", "`")) %}
    {% endif %}
    {% do return(text) %}
{% endmacro %}

{% macro _given_column(name) %}
    {% do return(daybook._column(daybook._bare_name(name))) %}
{% endmacro %}

{% macro _given_columns(names) %}
    {% set columns = [] %}
    {% for name in names %}
        {% do columns.append(daybook._given_column(name)) %}
    {% endfor %}
    {% do return(columns) %}
{% endmacro %}

{% macro _bare_names(names) %}
    {% set bare = [] %}
    {% for name in names %} {% do bare.append(daybook._bare_name(name)) %} {% endfor %}
    {% do return(bare) %}
{% endmacro %}

{#- given: {argument: a name or a list of names; none where it is left out}. Spark puts variables
    in place of ${...} wherever they stand in a statement, inside of a quoted name too. -#}
{% macro _check_names(relation, given) %}
    {% set variable = "$" ~ "{" %}
    {% for argument, names in given.items() if names %}
        {% for name in daybook._as_list(names) %}
            {% set way_out = none %}
            {% if name is not string or not name %}
                {% set way_out = "give the name of a column" %}
            {% elif variable in name %}
                {% set way_out = (
                    "Spark would put a variable in place of ${...}: give the column another"
                    ~ " name"
                ) %}
            {% endif %}
            {% if way_out %}
                {% do daybook._bad_option(relation, argument, name, way_out) %}
            {% endif %}
        {% endfor %}
    {% endfor %}
{% endmacro %}

{#- columns: [[name, type], ...] of what is called `what`; none where it can't be asked. -#}
{% macro _check_columns_given(relation, given, what, columns) %}
    {% if columns is none %} {% do return(none) %} {% endif %}
    {% set own = ("batch_id", "posted_batch_id") %}
    {% set there = columns | map("first") | list %}
    {% set lower = there | map("lower") | list %}
    {% for argument, names in given.items() if names %}
        {% for name in daybook._as_list(names)
            if daybook._bare_name(name) | lower not in lower %}
            {% do daybook._bad_option(
                relation,
                argument,
                name,
                "it is no column of " ~ what ~ ", whose columns are " ~ there
                | reject("in", own)
                | join(", ")
                ~ (
                    ""
                    if modules.re.fullmatch("\\w+", daybook._bare_name(name))
                    else ". What is computed has to be a column there first"
                ),
            ) %}
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
            {% do daybook._bad_option(
                relation,
                argument,
                name,
                "use the name of a column, of letters from A to Z, digits and _, and not "
                ~ words
                | join(", ")
                ~ ": select it under such a name in the model that is read",
            ) %}
        {% endfor %}
    {% endfor %}
{% endmacro %}

{#- The same for a relation that is there before the model is rendered: told of `owner`. -#}
{% macro _check_columns_there(owner, rows, given) %}
    {% do daybook._check_names(owner, given) %}
    {% if execute and rows is not string and load_relation(rows) is not none %}
        {% do daybook._check_columns_given(
            owner,
            given,
            rows | string,
            daybook._described("query", "select * from " ~ rows).columns,
        ) %}
    {% endif %}
{% endmacro %}

{#- What a macro or a test can't do without: {argument: value}. -#}
{% macro _require_arguments(relation, name, given) %}
    {% for argument, value in given.items()
        if value is undefined or value is none %}
        {% do daybook._raise(
            relation,
            name ~ " needs the argument " ~ argument ~ ", which is not given",
        ) %}
    {% endfor %}
{% endmacro %}

{#- Columns that tell which row came last. Where a name is not quoted, "seq desc" would be a column
    with an alias, and ascending. -#}
{% macro _check_order_by(macro_name, order_by, quotes_names=false) %}
    {% if order_by is string or order_by is mapping or order_by is not iterable %}
        {% do daybook._bad_option(
            this, "order_by", order_by, "name a list of columns"
        ) %}
    {% endif %}
    {% set name = "`([^`]|``)+`|" ~ (
        "(?!.*\\s(asc|desc)\\b).*" if quotes_names else "\\w+"
    ) %}
    {% for column in order_by
        if not modules.re.fullmatch(name, column | string, modules.re.I) %}
        {% do daybook._bad_option(
            this,
            "order_by",
            column,
            macro_name
            ~ " takes names of columns, and of two rows the one with the higher value came"
            ~ " last: for another order, select a column that has it. Other names than of"
            ~ " letters, digits and _ go in backticks",
        ) %}
    {% endfor %}
{% endmacro %}
