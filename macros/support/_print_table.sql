{#- A table on the screen: columns as wide as they need to be, numbers to the right. -#}
{% macro _print_table(title, names, rows) %}
    {% set widths = [] %}
    {% for name in names %}
        {% set column = loop.index0 %}
        {% set cells = [name | length] %}
        {% for row in rows %}
            {% do cells.append(row[column] | string | length) %}
        {% endfor %}
        {% do widths.append(cells | max) %}
    {% endfor %}
    {% do print(title) %}
    {% for row in [names] + rows %}
        {% set cells = [] %}
        {% for cell in row %}
            {% set text = cell | string %}
            {% set blanks = " " * (widths[loop.index0] - text | length) %}
            {% do cells.append(blanks ~ text if cell is number else text ~ blanks) %}
        {% endfor %}
        {% do print("  " ~ cells | join("  ") | trim) %}
    {% endfor %}
{% endmacro %}
