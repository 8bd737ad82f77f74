{#-
    The model's SQL as it is now. dbt compiles a model before the materialization has the lock,
    and what `published` and `new_batches` said then may have changed since; so it is rendered
    again under the lock. dbt puts ephemeral models in front after rendering: so do we.
-#}
{% macro _rendered_now() %}
    {% set text = render(model.raw_code) %}
    {% if model.extra_ctes %}
        {% set ctes = (
            model.extra_ctes
            | map(attribute="sql")
            | map("trim")
            | join(", ")
        ) %}
        {% set text = "with " ~ ctes ~ " select * from (\n" ~ text ~ "\n)" %}
    {% endif %}
    {% if config.get("contract").enforced %}
        {% do get_assert_columns_equivalent(text) %}
        {% set text = get_select_subquery(text) %}
    {% endif %}
    {% do return(text) %}
{% endmacro %}
