{#-
    Makes the model's view, or its table of partitions, show the rows of a log. shown: the state that it
    shows now. Returns the entry of the view or the table.
-#}
{% macro _files_publish(relation, log, shown) %}
    {% set state = log.state %}
    {#- The text that the view has now may be the second copy of an event. -#}
    {% if not log.note and daybook._held_lock(relation).unwritten %}
        {% do daybook._set_properties_of(relation, "view", {}) %}
    {% endif %}
    {% if state.publish == "partitions" %}
        {% do return(daybook._publish_as_partitions(relation, log, shown, state)) %}
    {% endif %}
    {% do return(
        daybook._write_view(
            relation,
            daybook._files_view_text(relation, state, log.note),
            entry=log.entry,
            is_known=state.chain | length > 1,
            locked=relation,
            logged=(
                daybook._event_properties(log.events[-1]) if log.note else {}
            ),
        )
    ) %}
{% endmacro %}
