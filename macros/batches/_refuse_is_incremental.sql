{#-
    dbt's is_incremental() is false in every materialization of a package, so a model that asks it
    would read all rows in each run. This takes its place while a model is rendered under the lock:
    so it finds the calls of other macros, too, and only those that are made.
-#}
{% macro _refuse_is_incremental() %}
    {% call daybook.refuse(this) %}
        it calls is_incremental(), which is always false in a batched model, so each run would read
        all rows again: use daybook.new_batches(ref(...)) for the rows that are new, or
        daybook.published(this) in its place
    {% endcall %}
{% endmacro %}
