{#- No two rows agree in all of the columns; NULL equals NULL. -#}
{% test unique_combination(model, columns) %}

    select {{ columns | join(", ") }}, count(*) as rows_alike
    from {{ model }}
    group by {{ columns | join(", ") }}
    having count(*) > 1

{% endtest %}
