{#- SQL for the days of the week on which nobody works: 0 is Monday. The option that has them, and
    its whole value, are for the error. -#}
{% macro _days_off(days_off, option, value) %}
    {% set days = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split() %}
    {% set numbers = [] %}
    {% for day in daybook.as_list(days_off) %}
        {% if day not in days %}
            {% call daybook.refuse_option(this, option, value) %}
                name some of {{ days | join(", ") }}
            {% endcall %}
        {% endif %}
        {% do numbers.append(days.index(day)) %}
    {% endfor %}
    {% do return("cast(array(" ~ numbers | join(", ") ~ ") as array<int>)") %}
{% endmacro %}
