{#- Prints the rows of batches_of, whose header shows some. -#}
{% macro list_batches(model) %}
    {% set relation = daybook._node_relation(daybook._batched_node(model)) %}
    {% do daybook._check_has_run(relation) %}
    {% set log = daybook._log_to_read(relation) %}
    {% set rows = [] %}
    {% for batch in daybook._listed_batches(relation, log) %}
        {% set row = [] %}
        {% for value in batch.values() %}
            {% do row.append("" if value is none else value) %}
        {% endfor %}
        {% do rows.append(row) %}
    {% endfor %}
    {% set title = "The batches of " ~ relation ~ " (times in UTC; partitions)" %}
    {% do daybook._print_table(title, daybook._columns_of_list() | list, rows) %}
    {% for clone, positions in log.state.clones.items() %}
        {% call daybook._tell(relation) %}
            {{ clone }} clones it as of position {{ positions | join(" or ") }}
        {% endcall %}
    {% endfor %}
{% endmacro %}
