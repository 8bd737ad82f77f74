{#-
    dbt renders a model several times, and only some renderings may ask about data: see
    docs/architecture.md. In before_run, a run compiles a batched model that it renders again under the
    lock: what the logs say now is of no use to it, so nobody asks them.

    The materialization keeps a plan for the model that it builds: that tells run from compile.
-#}
{% macro current_phase() %}
    {% if not execute %} {% do return("parse") %}
    {% elif model is not defined %} {% do return("compile") %}
    {% elif model.resource_type == "unit_test" %} {% do return("unit_test") %}
    {% elif model.unique_id in daybook._known_in_this_run().plans %}
        {% do return("run") %}
        {% elif (
            model.config.materialized == "batched"
            and flags.WHICH in ("run", "build", "retry")
        ) %}
        {% do return("before_run") %}
    {% endif %}
    {% do return("compile") %}
{% endmacro %}

{#- The plan of the run that renders the model; none in its hooks, and outside of a run. -#}
{% macro _plan_of_model() %}
    {% do return(daybook._known_in_this_run().plans.get(model.unique_id)) %}
{% endmacro %}

{#- Whether the materialization is rendering the model now. -#}
{% macro _is_planned() %}
    {% do return(
        daybook.current_phase() == "run"
        and daybook._plan_of_model() is not none
    ) %}
{% endmacro %}

{#- Whether rows can be looked at: not with --empty, which only analyses the SQL. -#}
{% macro may_read_rows() %}
    {% do return(daybook.current_phase() == "run" and not flags.EMPTY) %}
{% endmacro %}
