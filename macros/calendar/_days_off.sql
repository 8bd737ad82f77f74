{#- SQL for the days of the week on which nobody works: 0 is Monday. -#}
{% macro _days_off(weekend) %}
    {% set days = [
        "Monday",
        "Tuesday",
        "Wednesday",
        "Thursday",
        "Friday",
        "Saturday",
        "Sunday",
    ] %}
    {% set numbers = [] %}
    {% for day in weekend %}
        {% if day not in days %}
            {% call daybook._refuse_option(this, "weekend", day) %}
                name some of {{ days | join(", ") }}
            {% endcall %}
        {% endif %}
        {% do numbers.append(days.index(day)) %}
    {% endfor %}
    {% do return("cast(array(" ~ numbers | join(", ") ~ ") as array<int>)") %}
{% endmacro %}
