{#- For a pattern that asks nothing else about new events: one query, under the lock. -#}
{% macro _check_placed(events, args) %}
    {% if daybook._may_read_rows() %}
        {% set needed = daybook._needed_columns(args) %}
        {% set query %}
            select to_json({{ daybook._missing_values(events, needed) }})
        {% endset %}
        {% do daybook._refuse_unplaced(daybook._json_rows(query)[0], needed) %}
    {% endif %}
{% endmacro %}
