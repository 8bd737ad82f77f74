{#- Compares what is published, and the files of all batches, with the log: [[what differs, what to do],
    ...]. -#}
{% macro _files_damage(relation, log) %}
    {% set counted = daybook._counted_files(
        daybook._files_table(relation),
        log.state.partition_by + [["batch_id", "bigint"]],
        "_metadata.file_modification_time",
    ) %}
    {% do return(
        (
            daybook._files_damage_to_view(relation, log)
            or daybook._damage_to_locations(relation, log, counted)
        )
        + daybook._damage_to_rows(log, counted)
    ) %}
{% endmacro %}

{#- Compares the view, or the table of partitions, with the state that it should show:
    [[what differs, what to do], ...]. -#}
{% macro _files_damage_to_view(relation, log) %}
    {% set state, entry = daybook._state(log, log.shown), log.entry %}
    {% if not state.chain %} {% do return([]) %}
    {% elif state.publish == "partitions" %}
        {% do return(daybook._damage_to_partitions(relation, log, state)) %}
    {% endif %}
    {#- An earlier release named no position. -#}
    {% set text = (
        daybook._files_read(relation, state) | trim
        if daybook._position_in(log) is none
        else daybook._files_view_text(
            relation, state, daybook._named_in_view(log)[1]
        )
    ) %}
    {% if daybook._is_ours(entry, "pointer") and daybook._has_text(entry, text) %}
        {% do return([]) %}
    {% endif %}
    {% set what = "its view is not the one that its log asks for" %}
    {% do return([[what, "recover writes it again"]]) %}
{% endmacro %}
