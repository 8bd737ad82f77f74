{#-
    Makes the model's view, or its table of partitions, show the rows of a log. shown: the state that it
    shows now. Returns the entry of the view or the table.
-#}
{% macro _files_publish(relation, log, shown) %}
    {% set state = log.state %}
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
