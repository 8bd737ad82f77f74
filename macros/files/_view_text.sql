{#- The text of a view that shows a state. It names the position, so the view's entry says what readers
    see, and what the log must have. -#}
{% macro _pointer_text(relation, state) %}
    {% set named = "select /* daybook position " ~ state.position ~ " */ " %}
    {% set text = daybook._view_text(relation, state) | trim %}
    {% do return(text | replace("select ", named, 1)) %}
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
