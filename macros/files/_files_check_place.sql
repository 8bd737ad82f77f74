{#-
    Refuses a run if the view shows batches of another table, as after a change of daybook_schema:
    the view would lose them. A rebuild gives it all rows, except with --empty. After its batches
    table was dropped by hand, a view still has the table's name.

    A model that has batches here too was written with one value of daybook_schema, then with
    another.
-#}
{% macro _files_check_view(relation, log, rebuilds) %}
    {% if (
        log.state.chain
        and (flags.EMPTY or not rebuilds)
        and daybook._shows_others(relation, log.entry)
    ) %}
        {% call daybook._refuse_unlocked(relation) %}
            its view shows batches in another table than {{ daybook._files_table(relation) }},
            which has batches of the model too: set the variable daybook_schema to where the view's
            batches are, or rebuild the model with --full-refresh
        {% endcall %}
    {% endif %}
{% endmacro %}

{#- Whether a view of ours names a batches table, and not that of the model. -#}
{% macro _shows_others(relation, entry) %}
    {% do return(
        daybook._is_ours(entry, "pointer")
        and "__batches" in entry.text
        and not daybook._mentions(entry.text, daybook._files_table(relation))
    ) %}
{% endmacro %}

{% macro _files_check_place(relation, log) %}
    {% if log.exists %} {% do return(none) %} {% endif %}
    {% set entry = log.entry %}
    {% if entry and entry.type != "VIEW" and not entry.properties.view %}
        {% do daybook._check_rename(relation) %}
        {% elif (
            entry
            and entry.properties.view in ("pointer", "partitions")
            and (flags.EMPTY or not should_full_refresh())
            and daybook._is_made_by_us(relation)
            and not daybook._files_are_shown(relation, log)
        ) %}
        {% call daybook.refuse(relation) %}
            its view shows batches in another table than {{ daybook._files_table(relation) }}, which
            does not exist: set the variable daybook_schema back to what it was when they were
            written, or rebuild the model with --full-refresh
        {% endcall %}
    {% endif %}
{% endmacro %}
