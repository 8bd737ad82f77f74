{#- Why a name cannot be used; none if it can. Spark puts variables in place of ${...} anywhere in
    a statement, inside a quoted name too. A plain name must not be what Spark reads as something
    else without backticks. -#}
{% macro _unusable_name(name, is_plain=false) %}
    {% set variable = "$" ~ "{" %}
    {% set other_values = ["current_path", "false", "not", "null", "true"] %}
    {% if not name %} {% do return("a column needs a name") %}
    {% elif variable in name %}
        {% do return(
            "Spark would put a variable in place of ${...}: rename the column"
        ) %}
    {% elif daybook.bare_name(name).lower().startswith("daybook_") %}
        {% do return("the prefix daybook_ is reserved: rename the column") %}
    {% elif is_plain and modules.re.search("(?i:\\s(asc|desc)\\b)", name) %}
        {% do return(
            "name the column alone. The row with the highest value comes last; for another"
            " order, select a column that sorts that way"
        ) %}
    {% elif is_plain and (
        name | lower in other_values
        or not daybook._has_form("[A-Za-z_][A-Za-z0-9_]*", name)
    ) %}
        {% do return(
            "use the name of a column, of letters from A to Z, digits and _, and not "
            ~ other_values
            | join(", ")
            ~ ": select it under such a name in the model that is read"
        ) %}
    {% endif %}
    {% do return(none) %}
{% endmacro %}

{#- A pattern publishes each column once: `columns` is the list that its last SELECT has. -#}
{% macro _check_published_columns(macro_name, columns) %}
    {% set seen = [] %}
    {% for column in columns %}
        {% if column | lower in seen %}
            {% call daybook.refuse(this) %}
                {{ macro_name }} would publish two columns called {{ column }}: select the one
                that it reads under another name
            {% endcall %}
        {% endif %}
        {% do seen.append(column | lower) %}
    {% endfor %}
{% endmacro %}
