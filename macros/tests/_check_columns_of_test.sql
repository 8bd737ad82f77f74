{#- Refuses names that are no columns of what a test reads, where that has been built. -#}
{% macro _check_columns_of_test(relation, given) %}
    {% do daybook._check_names(relation, given) %}
    {% if execute and relation is not string and load_relation(relation) is not none %}
        {% do daybook._check_columns_given(
            relation,
            given,
            relation | string,
            daybook._described("query", "select * from " ~ relation).columns,
        ) %}
    {% endif %}
{% endmacro %}
