{#-
    dbt's --empty: the SQL is analysed against the schema as it is. A published model keeps its
    pointer and has consumed nothing; one that was never published gets a view without rows,
    so that what is built on it can be checked too. If somebody else's table or view has the name,
    it stays: its readers would lose their rows.
-#}
{% macro _build_empty(relation, log, options, query) %}
    {% set state = log.state %}
    {% set layout = daybook._layout_of_batch(relation, log, state, options, query) %}
    {% set entry = log.entry %}
    {% set is_free = not entry or (
        daybook._is_ours(entry, "pointer")
        and daybook._is_made_by_us(relation)
    ) %}
    {% if not state.chain and is_free %}
        {% set log = daybook._begin_batch(relation, log, options, layout) %}
        {% set log = daybook._fail_batch(
            relation, log, "--empty writes no batch", returned=true
        ) %}
        {% set state = dict(state, columns=layout.columns) %}
        {% do daybook._store(relation).show_nothing(relation, state) %}
    {% endif %}
    {% call statement("main") %} explain {{ query }} {% endcall %}
{% endmacro %}
