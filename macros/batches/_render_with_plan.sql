{#-
    The plan of the run, with its SQL as it is now: `text` is the model's own, and `query` may have a
    contract around it. dbt compiles a model before the materialization has the lock, and what
    `published` and `new_batches` returned then may have changed since; so the model is rendered
    again under the lock.
-#}
{% macro _render_with_plan(log) %}
    {% set plan = dict(
        daybook._empty_plan(),
        pattern=none,
        inputs=[],
        past=[],
        logs={daybook.model_key(this): log},
        reads_itself=false,
    ) %}
    {% set plans = daybook._known_in_this_run().plans %}
    {% do plans.update({model.unique_id: plan}) %}
    {% set text = daybook._rendered_model() %}
    {% set query = daybook._under_contract(text) %}
    {% do plans.update({model.unique_id: none}) %}
    {% do daybook._check_inputs(plan.inputs, plan.has_read ~ query, log.state.inputs) %}
    {% do daybook._refuse_replacing_inputs(plan, log) %}
    {% do return(dict(plan, text=text, query=query)) %}
{% endmacro %}

{#- dbt puts ephemeral models in front after rendering: so does this. A semicolon would end the SQL
    in the middle of a statement. -#}
{% macro _rendered_model() %}
    {% set text = daybook._rendered_refusing(
        model.raw_code, "is_incremental", daybook._refuse_is_incremental
    ) %}
    {% set text = modules.re.sub(";\\s*$", "", text) %}
    {% if model.extra_ctes %}
        {% set ctes = (
            model.extra_ctes
            | map(attribute="sql")
            | map("trim")
            | join(", ")
        ) %}
        {% set text = "with " ~ ctes ~ " select * from (\n" ~ text ~ "\n)" %}
    {% endif %}
    {% do return(text) %}
{% endmacro %}

{#- SQL that gives the columns of the model's contract, if it is enforced. -#}
{% macro _under_contract(text) %}
    {% if config.get("contract").enforced %}
        {% do get_assert_columns_equivalent(text) %}
        {% set text = get_select_subquery(text) %}
    {% endif %}
    {% do return(text) %}
{% endmacro %}

{#- Rows that are read and not used would count as consumed; and rows of an upstream that has another
    name now would count as new. -#}
{% macro _check_inputs(inputs, query, consumed) %}
    {% set query = daybook._without_comments(query) if inputs else query %}
    {% for input in inputs if input.text and input.text not in query %}
        {% call daybook.refuse(this) %}
            new_batches({{ input.relation }}) is called, and the model's SQL does not have what it
            returns, so its rows would never be read: use it as it is, or do not call it
        {% endcall %}
    {% endfor %}
    {% set positions = daybook._positions_read(inputs) %}
    {% set gained = positions | reject("in", consumed) | list %}
    {% set gone = consumed | reject("in", positions) | list %}
    {% if gained and gone and not (should_full_refresh() or flags.EMPTY) %}
        {% call daybook.refuse(this) %}
            it has consumed {{ gone | join(", ") }} and now reads {{ gained | join(", ") }} instead:
            if that is the same model under another name, its rows would come a second time. Rebuild
            this model with --full-refresh
        {% endcall %}
    {% endif %}
{% endmacro %}

{#- Whether everything that the model reads by new_batches is consumed, and it has been built. -#}
{% macro _has_nothing_new(log, options, plan) %}
    {% do return(
        options.when_nothing_new == "skip"
        and plan.inputs
        and plan.inputs | map(attribute="new") | sum == 0
        and not plan.extends
        and log.state.chain
        and not should_full_refresh()
    ) %}
{% endmacro %}
