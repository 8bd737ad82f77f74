{#-
    dbt's --empty: the SQL is analysed against the schema as it is. A published model keeps its
    pointer and has consumed nothing; one that was never published gets a view without rows,
    so that what is built on it can be checked too. A table or view of somebody else's that
    stands under the name stays: its readers would lose their rows.
-#}
{% macro _build_empty(relation, log, options, query) %}
    {% set state = daybook._state(log) %}
    {% set shape = daybook._checked_shape(relation, log, state, options, query) %}
    {% set found = daybook._found(relation) %}
    {% set is_free = not found or daybook._is_ours(found, "pointer") %}
    {% if not state.chain and is_free %}
        {% set log = daybook._begin(relation, log, options, shape) %}
        {% set log = daybook._fail(
            relation, log, "--empty writes no batch", returned=true
        ) %}
        {% set state = dict(state, columns=shape.columns) %}
        {% do daybook._point(relation, daybook._view_text(relation, state)) %}
        {% do daybook._write_flipped(relation, log) %}
    {% endif %}
    {% call statement("main") %} explain {{ query }} {% endcall %}
{% endmacro %}
