{#-
    The log of a model that is run: what was a clone before has none. It is read from the batches
    table, in the statement that says what the model's name is; and from the other copy as well, if
    something is missing.
-#}
{% macro _files_read_log(relation) %}
    {% set log = daybook._log_in_table(relation) %}
    {% do return(daybook._files_whole_log(log) if log.missing else log) %}
{% endmacro %}

{% macro _log_in_table(relation) %}
    {% set batches = daybook._files_table(relation) %}
    {% if load_cached_relation(batches) is none and not daybook._schema_exists(
        batches
    ) %}
        {% do return(daybook._no_log(relation)) %}
    {% endif %}
    {% set entry, table = daybook._entries_of_model(relation, batches) %}
    {% if not table %} {% do return(daybook._no_log(relation, entry)) %} {% endif %}
    {% set properties = daybook._properties_in(table) %}
    {% if "daybook.born" not in properties %}
        {% do return(dict(daybook._no_log(relation, entry), is_taken=true)) %}
    {% endif %}
    {% do return(daybook._log_in(relation, properties, entry)) %}
{% endmacro %}

{#- The entries of a model and of its batches table, {} for what does not exist. With daybook_schema,
    they have two schemas. -#}
{% macro _entries_of_model(relation, batches) %}
    {% set names = [relation.identifier, batches.identifier] | map("lower") | list %}
    {% if relation.schema == batches.schema %}
        {% set entries = daybook._catalog_entries(relation, names) %}
        {% do return((entries.get(names[0], {}), entries.get(names[1], {}))) %}
    {% endif %}
    {% set entry = (
        daybook._catalog_entry(relation)
        if load_cached_relation(relation) or daybook._schema_exists(relation)
        else {}
    ) %}
    {% do return((entry, daybook._catalog_entry(batches))) %}
{% endmacro %}
