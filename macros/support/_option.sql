{#- An option of the model's config: dbt asks for those that it does not know under `meta`. -#}
{% macro model_option(name, default) %}
    {% set value = config.meta_get(name) %}
    {% if value is none %} {% set value = config.get(name) %} {% endif %}
    {% do return(default if value is none else value) %}
{% endmacro %}
