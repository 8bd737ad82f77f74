{#- What adds its input to what is published would read all rows of a whole relation again in each
    run. In a unit test all relations are whole. -#}
{% macro refuse_whole_relation(argument, input) %}
    {% set is_model = daybook.current_phase() not in ("parse", "unit_test") %}
    {% if not is_model or model.config.materialized != "batched" %}
        {% do return(none) %}
    {% elif input is not string %}
        {% call daybook.refuse_option(this, argument, input | string) %}
            each run would read all of its rows again, not only the new ones. Use
            {{ argument }}=daybook.new_batches(ref('{{
                input.identifier | replace("__dbt__cte__", "")
            }}'))
        {% endcall %}
    {% elif daybook._is_planned() %}
        {% for read in daybook._plan_of_model().inputs if read.text and read.text in input %}
            {% do return(none) %}
        {% endfor %}
        {% call daybook.refuse(this) %}
            {{ argument }} does not read new_batches(...), so each run would read all of its rows
            again, not only the new ones: in it, use daybook.new_batches(ref(...)) in place of
            ref(...)
        {% endcall %}
    {% endif %}
{% endmacro %}
