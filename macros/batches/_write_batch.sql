{#-
    Writes a batch, checks it, and logs it committed: from then on it is to be published. Returns
    the log. If there are no rows, and nothing was replaced, consumed or remembered, the log ends in
    `failed`, and what reads the model finds nothing new.

    A plan that `borrows` publishes files of another model: `borrow` returns what is taken over, or
    none, and the SQL is run.
-#}
{% macro _write_batch(relation, log, options, plan) %}
    {% set state = log.state %}
    {% set layout = daybook._layout_of_batch(
        relation, log, state, options, plan.query
    ) %}
    {% do daybook._check_restated(relation, options, layout.partition_by) %}
    {% set borrowed = (
        plan.borrows.borrow(relation, log, state, options, layout, plan)
        if plan.borrows
        else none
    ) %}
    {% set more = dict(borrowed.event) if borrowed else {} %}
    {% if plan.beside %} {% do more.update({"beside": plan.beside}) %} {% endif %}
    {% set log = daybook._begin_batch(relation, log, options, layout, more) %}
    {% set event = log.events[-1] %}
    {% if borrowed.lock %}
        {#- A cleaning of the lender finds in this log what is borrowed. -#}
        {% do daybook._assert_still_locked(borrowed.lender) %}
        {% do daybook._release_lock(borrowed.lender) %}
    {% endif %}
    {% do daybook._comment_columns(
        relation, daybook.batches_table(relation), layout, state
    ) %}
    {% set filled = daybook._fill_batch(
        relation,
        state,
        options,
        layout,
        borrowed.query if borrowed else plan.query,
        event,
        none if borrowed else plan.counts,
    ) %}
    {% if borrowed %}
        {% do daybook._take_over_partitions(relation, log, layout, borrowed) %}
    {% endif %}
    {% do return(
        daybook._commit_batch(
            relation,
            log,
            state,
            options,
            plan,
            dict(filled, event=event, layout=layout, borrowed=borrowed),
        )
    ) %}
{% endmacro %}
