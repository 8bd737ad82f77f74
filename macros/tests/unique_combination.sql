{#- No two rows agree in all of the columns; NULL equals NULL. -#}
{% test unique_combination(model, columns) %}
    {%- do daybook._require_arguments(
        model, "unique_combination", {"columns": columns or none}
    ) -%}
    {%- do daybook._check_columns_there(model, model, {"columns": columns}) -%}
    {%- set columns = daybook._given_columns(columns) | join(", ") %}

    select {{ columns }}, count(*) as rows_alike
    from {{ model }}
    group by {{ columns }}
    having count(*) > 1

{% endtest %}
