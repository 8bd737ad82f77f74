{#- The columns of a relation or a subquery: [[column, type], ...]; none if it cannot be asked. -#}
{% macro _columns_if_there(relation) %}
    {% if (
        daybook.current_phase() in ("parse", "before_run")
        or relation is not string
        and (relation.is_cte or load_relation(relation) is none)
    ) %}
        {% do return(none) %}
    {% endif %}
    {% do return(
        daybook.describe("query", "(select * from " ~ relation ~ ")").columns
    ) %}
{% endmacro %}
