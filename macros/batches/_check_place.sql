{#-
    Refuses a run if the view shows batches of another table, as after a change of daybook_schema:
    the view would lose them. After its batches table was dropped by hand, a view still
    has the table's name.
-#}
{% macro _check_place(relation, log) %}
    {% if log.exists %} {% do return(none) %} {% endif %}
    {% set entry = daybook._catalog_entry(relation) %}
    {% if entry and entry.type != "VIEW" and not entry.properties.view %}
        {% do daybook._check_rename(relation) %}
        {% elif (
            entry
            and entry.properties.view in ("pointer", "partitions")
            and not should_full_refresh()
            and daybook._is_made_by_us(relation)
        ) %}
        {% do daybook._check_batches_shown(relation, entry) %}
    {% endif %}
{% endmacro %}

{% macro _check_batches_shown(relation, entry) %}
    {% set batches = daybook._batches_relation(relation) %}
    {% set of_schema = {} %}
    {% for row in run_query("describe schema " ~ batches.without_identifier()) %}
        {% do of_schema.update({row[0]: row[1]}) %}
    {% endfor %}
    {% set folder = of_schema.Location ~ "/" ~ batches.identifier %}
    {% if not daybook._shows_batches(relation, entry, folder) %}
        {% call daybook._refuse(relation) %}
            its view shows batches in another table than {{ batches }}, which does not exist:
            set the variable daybook_schema back to what it was when they were written, or
            rebuild the model with --full-refresh
        {% endcall %}
    {% endif %}
{% endmacro %}

{#- Whether the model's view shows its batches table of this project. A table of partitions names
    no other table, so its folder decides. -#}
{% macro _shows_batches(relation, entry, folder) %}
    {% set type = "view" if entry.type == "VIEW" else "table" %}
    {% set query = "show create table " ~ relation.incorporate(type=type) %}
    {% set text = run_query(query).rows[0][0] %}
    {% if type == "view" %}
        {% do return(daybook._mentions(text, daybook._batches_relation(relation))) %}
    {% endif %}
    {% do return((folder ~ "/") | lower in text | lower) %}
{% endmacro %}
