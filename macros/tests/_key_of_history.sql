{#- The key of a history, column by column as SQL: a batched one says it itself, of a view on
    one it has to be given. -#}
{% macro _key_of_history(relation, test_name, key, layout) %}
    {% do daybook._require_arguments(
        relation, test_name, {"key": key or layout.key or none}
    ) %}
    {% if key is string %}
        {% do daybook._bad_option(
            relation, "key", key, "name one column or more, as a list"
        ) %}
    {% endif %}
    {% do daybook._check_names(relation, {"key": key}) %}
    {% do daybook._check_columns_given(
        relation, {"key": key}, relation | string, layout.described
    ) %}
    {% do return(daybook._given_columns(key) or layout.key) %}
{% endmacro %}
