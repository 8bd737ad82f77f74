{#-
    Whether the model's view, or its table of partitions, shows batches of this project's table, and not
    those of another value of daybook_schema. A table of partitions names no other table, so the folder
    decides: that of the batches, or the one in which they would be.
-#}
{% macro _files_are_shown(relation, log) %}
    {% set batches = daybook._files_table(relation) %}
    {% if log.entry.type == "VIEW" %}
        {% do return(daybook._mentions(log.entry.text, batches)) %}
    {% elif log.exists %} {% set folder = daybook._storage(batches).location %}
    {% else %}
        {% set of_schema = {} %}
        {% for row in run_query("describe schema " ~ batches.without_identifier()) %}
            {% do of_schema.update({row[0]: row[1]}) %}
        {% endfor %}
        {% set folder = of_schema.Location ~ "/" ~ batches.identifier %}
    {% endif %}
    {% set query = "show create table " ~ relation.incorporate(type="table") %}
    {% set text = run_query(query).rows[0][0] %}
    {% do return((folder ~ "/") | lower in text | lower) %}
{% endmacro %}
