{#- What adds its input to what is published would take a whole relation in again in each run.
    In a unit test all relations are whole. -#}
{% macro _refuse_whole_relation(argument, input) %}
    {% if (
        daybook._phase() not in ("compile", "run")
        or model.config.materialized != "batched"
    ) %}
        {% do return(none) %}
    {% endif %}
    {% if input is string %}
        {% if not daybook._is_planned() %} {% do return(none) %} {% endif %}
        {% for read in model.daybook_plan.inputs if read.text and read.text in input %}
            {% do return(none) %}
        {% endfor %}
        {% do daybook._raise(
            this,
            argument
            ~ " does not read new_batches(...), so each run would take in all of its rows"
            ~ " again, not only the new ones: in it, use daybook.new_batches(ref(...)) in"
            ~ " place of ref(...)",
        ) %}
    {% else %}
        {% do daybook._bad_option(
            this,
            argument,
            input | string,
            "each run would take in all of its rows again, not only the new ones. Use "
            ~ argument
            ~ "=daybook.new_batches(ref('"
            ~ input.identifier
            | replace("__dbt__cte__", "") ~ "'))",
        ) %}
    {% endif %}
{% endmacro %}
