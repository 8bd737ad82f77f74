{#- The values that a column of a relation has, in order; none where it does not exist yet. -#}
{% macro distinct_values(relation, column) %}
    {% if not execute or not sql or load_relation(relation) is none %}
        {% do return([]) %}
    {% endif %}
    {% do return(
        daybook._json_rows(
            "select to_json(array(value)) from (select distinct "
            ~ column
            ~ " as value from "
            ~ relation
            ~ ") where value is not null order by value"
        )
        | map("first")
        | list
    ) %}
{% endmacro %}
