{#- Columns that tell which row came last. "seq desc" would be a column of that name. -#}
{% macro _check_order_by(macro_name, order_by) %}
    {% if order_by is string or order_by is mapping or order_by is not iterable %}
        {% call daybook._refuse_option(this, "order_by", order_by) %}
            name a list of columns
        {% endcall %}
    {% endif %}
    {% for column in order_by
        if not daybook._has_form(
            "`([^`]|``)+`|(?i:(?!.*\\s(asc|desc)\\b).*)", column
        ) %}
        {% call daybook._refuse_option(this, "order_by", column) %}
            {{ macro_name }} takes names of columns, and of two rows the one with the higher value
            came last: for another order, select a column that has it. A name that has asc or desc as
            a word goes in backticks
        {% endcall %}
    {% endfor %}
{% endmacro %}
