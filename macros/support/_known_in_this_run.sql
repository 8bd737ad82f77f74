{#-
    What one model of a run has asked, so that the others need not, the locks that its nodes hold (see
    metastore/_held_lock.sql), and their plans (see batches/_plan.sql): {name: value}. It is in dbt's
    dictionary of the graph, which all nodes of an invocation share. A manifest that is kept for several
    invocations keeps that too, so it holds for one of them only.
-#}
{% macro _known_in_this_run() %}
    {% set runs = graph.setdefault("daybook", {}) %}
    {% set empty = {
        "schemas": [],
        "told_of": {},
        "locks": {},
        "plans": {},
        "asked": {},
    } %}
    {% do return(runs.setdefault(invocation_id, empty)) %}
{% endmacro %}
