{#-
    Columns as a user gives them: the name alone, or in backticks. In SQL each is quoted, so it
    may have any characters; what is no column is refused in one sentence.

        Kunde Nr, `Kunde Nr`   given
        Kunde Nr               bare_name
        `Kunde Nr`             quoted_column(bare_name(...))

    Both take a list of names, too, and return a list then.
-#}
{% macro bare_name(name) %}
    {% if name is not string and name is not mapping and name is iterable %}
        {% set bare = [] %}
        {% for one in name %} {% do bare.append(daybook.bare_name(one)) %} {% endfor %}
        {% do return(bare) %}
    {% endif %}
    {% set text = name | string %}
    {% if daybook._has_form("`([^`]|``)+`", text) %}
        {% do return(text[1:-1] | replace("``", "`")) %}
    {% endif %}
    {% do return(text) %}
{% endmacro %}

{#- Columns as SQL that Spark can order by and hash; of a map, that is its text. -#}
{% macro comparable_columns(columns) %}
    {% set comparable = [] %}
    {% for name, type in columns %}
        {% set column = daybook.quoted_column(name) %}
        {% set has_order = not modules.re.search("map<|variant", type) %}
        {% do comparable.append(
            column if has_order else "to_json(struct(" ~ column ~ "))"
        ) %}
    {% endfor %}
    {% do return(comparable) %}
{% endmacro %}
