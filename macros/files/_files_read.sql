{#-
    The rows of a state, as SQL: those of the batches that its pointer names.

        more      a further condition, such as that rows were posted by then
        private   whether the rows are those that the model keeps to itself
-#}
{% macro _files_read(relation, state, more="", private=false) %}
    {% set pointer = daybook._pointer_of(state, private=private) %}
    {% set predicate = daybook.pointer_condition(dict(state, pointer=pointer)) %}
    {% set batches = daybook._files_table(relation) %}
    {% set source = batches ~ " where " ~ predicate ~ more %}
    {% if state.view %}
        {% do return(daybook._combined_rows(state, source)) %}
    {% endif %}
    {% set columns = daybook._shown_columns(
        state.columns + ["posted_batch_id", "batch_id"], state.partition_by
    ) %}
    {% do return("select " ~ columns ~ " from " ~ source) %}
{% endmacro %}
