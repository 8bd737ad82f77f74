{#- No two rows agree in all of the columns; NULL equals NULL. -#}
{% test unique_combination(model, columns) %}
    {%- set arguments = daybook._arguments_of_test(
        model, "unique_combination", {"columns": columns}
    ) -%}
    {%- set columns = arguments.columns | join(", ") %}

    select {{ columns }}, count(*) as rows_alike
    from {{ model }}
    group by {{ columns }}
    having count(*) > 1

{% endtest %}
