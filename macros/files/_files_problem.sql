{#-
    What is wrong with a batch that was written and not committed yet, as a sentence; none if all is
    well.
-#}
{% macro _files_problem(relation, partitions, partition_by, publish) %}
    {% set names = partition_by | map("first") | join(", ") %}
    {% for partition, rows in partitions %}
        {% for value in fromjson(partition) %}
            {% set problem = "" %}
            {% if value is none %}
                {% set problem %}
                    {{ rows }} rows have NULL or empty text in their partition columns
                    ({{ names }}), where no reader would find them: give them a value
                {% endset %}
                {% elif ("'" in value and '"' in value) or value[-1] == "\\" %}
                {% set problem %}
                    {{ rows }} rows have the text {{ value }} in their partition columns
                    ({{ names }}): Hive's metastore can't be asked for text with both ' and ", or
                    with \ at its end. Replace these characters
                {% endset %}
            {#- To Derby and MySQL, x and x with a blank behind it are one name of a partition. -#}
            {% elif publish == "partitions" and value[-1] == " " %}
                {% set problem %}
                    {{ rows }} rows have the text {{ daybook.sorted_json(value) }} in their partition columns
                    ({{ names }}): with publish='partitions', not every metastore tells it from the
                    text without the blank at its end. Remove that
                {% endset %}
            {% endif %}
            {% if problem %} {% do return(daybook._one_line(problem)) %} {% endif %}
        {% endfor %}
    {% endfor %}
    {% do return(none) %}
{% endmacro %}
