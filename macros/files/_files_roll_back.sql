{#-
    Removes what a batch has written that will never be complete. If its INSERT has not returned, this is
    also what a dead write left and the metastore does not know. Directories that the batch took over
    are only forgotten.
-#}
{% macro _files_roll_back(relation, event, returned) %}
    {% set batches = daybook._files_table(relation) %}
    {% if not event.adopted %}
        {% set location = daybook._storage(batches).location %}
        {% set directories = [] %}
        {% if returned %}
            {% for path in daybook._paths_of_batch(batches, event.batch_id) %}
                {% do directories.append(location ~ "/" ~ path) %}
            {% endfor %}
        {% else %}
            {% set directories = daybook._directories_on_disk(
                relation, location, "= " ~ event.batch_id
            ) %}
        {% endif %}
        {% do daybook._remove_directories_of(batches, relation, directories) %}
    {% endif %}
    {% for part in daybook._batches_in(event) %}
        {% do daybook._drop_batch(relation, part.batch_id) %}
    {% endfor %}
{% endmacro %}
