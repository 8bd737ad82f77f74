{#-
    Refuses a run if the view shows batches of another table, as after a change of daybook_schema:
    the view would lose them. After its batches table was dropped by hand, a view still
    has the table's name.
-#}
{% macro _check_place(relation, log) %}
    {% if log.exists or should_full_refresh() %} {% do return(none) %} {% endif %}
    {% set entry = daybook._catalog_entry(relation) %}
    {% if (
        entry
        and entry.properties.view in ("pointer", "partitions")
        and not daybook._shows_own_batches(relation, entry)
    ) %}
        {% call daybook._refuse(relation) %}
            its view shows batches in another table than
            {{ daybook._batches_relation(relation) }}, which does not exist:
            set the variable daybook_schema back to what it was when they were written, or
            rebuild the model with --full-refresh
        {% endcall %}
    {% endif %}
{% endmacro %}

{#- Whether the model's view, or its table of partitions, shows the batches table that the model
    has in this project. -#}
{% macro _shows_own_batches(relation, entry) %}
    {% set batches = daybook._batches_relation(relation) %}
    {% set type = "view" if entry.type == "VIEW" else "table" %}
    {% set query = "show create table " ~ relation.incorporate(type=type) %}
    {% set text = run_query(query).rows[0][0] | lower %}
    {% set folder = "/" ~ batches.identifier.lower() ~ "/" %}
    {% do return(daybook._mentions(text, batches) or folder in text) %}
{% endmacro %}
