{#-
    The rows that a model keeps to itself: those of the partitions that its option `private`
    names. An aggregate has none. Batches hold them and one flip moves them with the rest, but the
    view leaves them out. Otherwise they are like the others: replaced by replace_where, or appended
    to.

    The SQL names the files of today: a view would keep these names, while later batches replace
    the rows and a cleaning removes the files.
-#}
{% macro private(relation) %}
    {% do daybook._check_is_model("private", relation) %}
    {% if not execute or relation.is_cte %} {% do return(relation) %} {% endif %}
    {% if daybook._keeps_sql() %}
        {% call daybook.refuse(relation) %}
            private is called in {{ model.name }}, which is materialized as
            {{ model.config.materialized }} and would miss later rows, and silently lose those of
            today when their files are cleaned: put private into a model that keeps rows,
            materialized as table or batched
        {% endcall %}
    {% endif %}
    {% set log = daybook._log_of(relation) %}
    {% set state = daybook._state(log, log.shown) %}
    {% if state.view or not state.columns %}
        {% set batches = daybook.batches_table(log.relation) %}
        {% do return("(select * from " ~ batches ~ " where false)") %}
    {% endif %}
    {% do return(
        "("
        ~ daybook._store(log.relation).read(log.relation, state, private=true)
        ~ ")"
    ) %}
{% endmacro %}
