{#- Compares the view, or the table of partitions, with the state that it should show:
    [[what differs, what to do], ...]. -#}
{% macro _damage_to_view(relation, log) %}
    {% set state, entry = daybook._state(log, log.shown), log.entry %}
    {% if not state.chain %} {% do return([]) %}
    {% elif state.publish == "partitions" %}
        {% do return(daybook._damage_to_partitions(relation, log, state)) %}
    {% endif %}
    {#- An earlier release named no position. -#}
    {% set text = (
        daybook._files_read(relation, state) | trim
        if daybook._position_in(log) is none
        else daybook._pointer_text(
            relation, state, daybook._named_in_view(log)[1]
        )
    ) %}
    {% if daybook._is_ours(entry, "pointer") and daybook._has_text(entry, text) %}
        {% do return([]) %}
    {% endif %}
    {% set what = "its view is not the one that its log asks for" %}
    {% do return([[what, "recover writes it again"]]) %}
{% endmacro %}

{#- The same of a model without batches: somebody may have dropped or renamed their table. -#}
{% macro _damage_to_place(relation) %}
    {% set is_there = daybook._schema_exists(relation) %}
    {% set entry = daybook._catalog_entry(relation) if is_there else {} %}
    {% for kind in ("pointer", "partitions") if daybook._is_ours(entry, kind) %}
        {% set what = "its table " ~ daybook.batches_table(relation) ~ " is gone" %}
        {% set to_do = "restore it under that name, set the variable daybook_schema back, or build the model again with --full-refresh" %}
        {% do return([[what, to_do]]) %}
    {% endfor %}
    {% do return([]) %}
{% endmacro %}
