{#-
    dbt renders a model several times, and only some renderings may ask about data:

        parse      nothing can be asked
        compile    logs can be read; no question about rows, which may change before the run
        run        under the model's lock: this rendering becomes the batch
        unit_test  this and every input are rows of the test: there is no log

    The materialization puts daybook_plan into dbt's dictionary `model`: that tells run from
    compile. It holds the plan while the model is rendered, and none in hooks.
-#}
{% macro _phase() %}
    {% if not execute %} {% do return("parse") %}
    {% elif model is not defined %} {% do return("compile") %}
    {% elif model.resource_type == "unit_test" %}
        {% do return("unit_test") %}
        {% elif "daybook_plan" in model %} {% do return("run") %}
    {% endif %}
    {% do return("compile") %}
{% endmacro %}

{#- Whether a run compiles a batched model that it renders again under the lock: what the logs say
    now is of no use to it, so nobody asks them. -#}
{% macro _is_rendered_again() %}
    {% do return(
        daybook._phase() == "compile"
        and model is defined
        and model.config.materialized == "batched"
        and flags.WHICH in ("run", "build", "retry")
    ) %}
{% endmacro %}

{#- Whether rows can be looked at: not with --empty, which only analyses the SQL. -#}
{% macro _may_read_rows() %}
    {% do return(daybook._phase() == "run" and not flags.EMPTY) %}
{% endmacro %}
