{#- The text of a view that shows a state. It names the position, so the view's entry says what readers
    see, and what the log must have. -#}
{% macro _pointer_text(relation, state, note="") %}
    {% set named = "select /* daybook position " ~ state.position ~ " */ " ~ note %}
    {% set text = daybook._view_text(relation, state) | trim %}
    {% do return(text | replace("select ", named, 1)) %}
{% endmacro %}

{#- What the text of the view has of an event that is about to be written and shown, see
    _two_copies.sql; empty if there is no view, or no room in it. log: with the event. -#}
{% macro _event_note(relation, log) %}
    {% set event = daybook._encoded(log.events[-1]) %}
    {% set note = "/* daybook event " ~ log.born ~ " " ~ event ~ " */ " %}
    {% do return(
        note
        if log.state.publish == "view"
        and daybook._view_fits(relation, log.state, note)
        else ""
    ) %}
{% endmacro %}

{#- more: a further condition, such as that rows were posted by then. private: whether the rows are
    those that the model keeps to itself. -#}
{% macro _view_text(relation, state, files=none, more="", private=false) %}
    {% set pointer = daybook._pointer_of(state, private=private) %}
    {% set predicate = daybook._pointer_predicate(
        dict(state, pointer=pointer), files
    ) %}
    {% set batches = daybook._batches_relation(relation) %}
    {% set source = batches ~ " where " ~ predicate ~ more %}
    {% if state.view %}
        {% do return(daybook._combined_rows(state, source)) %}
    {% endif %}
    {% set columns = daybook._shown_columns(
        state.columns + ["posted_batch_id", "batch_id"], state.partition_by
    ) %}
    {% do return("select " ~ columns ~ " from " ~ source) %}
{% endmacro %}
