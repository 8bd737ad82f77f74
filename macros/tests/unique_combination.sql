{#- No two rows agree in all of the columns; NULL equals NULL. -#}
{% test unique_combination(model, columns) %}
    {%- do daybook._require_arguments(
        model, "unique_combination", {"columns": columns or none}
    ) -%}

    select {{ columns | join(", ") }}, count(*) as rows_alike
    from {{ model }}
    group by {{ columns | join(", ") }}
    having count(*) > 1

{% endtest %}
