{#- What the text of the view has of an event that is about to be written and shown, see
    _two_copies.sql; empty if there is no view, or no room in it. log: with the event. -#}
{% macro _files_note(relation, log) %}
    {% set event = daybook._encoded(log.events[-1]) %}
    {% set note = "/* daybook event " ~ log.born ~ " " ~ event ~ " */ " %}
    {% do return(
        note
        if log.state.publish == "view"
        and daybook._view_fits(relation, log.state, note)
        else ""
    ) %}
{% endmacro %}
