{#- A row's value of each dimension, and '(all)' for counting it whatever its values are. -#}
{% macro _dimension_values(dimensions) %}
    map(
        '(all)',
        '(all)'
        {%- for name in dimensions -%}
            , {{ daybook.quoted_text(name) }}, {{ name }}
        {%- endfor %}
    )
{% endmacro %}
