{#-
    Writes a batch, checks it, and logs it committed: from then on it is to be published.
    Returns the log, and `locked_at`: when the lock was last seen to be ours, in seconds; none if
    no batch came of it. Without rows, and with nothing replaced or consumed, there is none, so
    that what reads the model finds nothing new.

    A plan that `borrows` publishes files of another model: `borrow` returns what is taken over
    (or none, and the SQL is run), `take_over` adds the partitions, `clean_up` comes last.
-#}
{% macro _write_batch(relation, log, state, options, plan) %}
    {% set shape = daybook._checked_shape(relation, log, state, options, plan.query) %}
    {% set borrowed = (
        plan.borrows.borrow(relation, log, state, options, shape, plan)
        if plan.borrows
        else none
    ) %}
    {% set more = dict(borrowed.event) if borrowed else {} %}
    {% if plan.beside %} {% do more.update({"beside": plan.beside}) %} {% endif %}
    {% set log = daybook._begin(relation, log, options, shape, more) %}
    {% set event = log.events[-1] %}
    {% if borrowed.lock %} {% do daybook._release(borrowed.lock.view) %} {% endif %}
    {% do daybook._comment_columns(relation, shape, state.docs) %}
    {% set counts = none if borrowed else plan.counts %}
    {% set written = daybook._written(
        relation,
        log,
        options,
        shape,
        borrowed.query if borrowed else plan.query,
        event,
        counts or {},
    ) %}
    {% set partitions = written.partitions %}
    {% if borrowed %}
        {% do plan.borrows.take_over(relation, log, shape, borrowed) %}
    {% endif %}
    {% set lacking = (
        daybook._what_is_not_there(counts, written.counted)
        if counts
        else none
    ) %}
    {% set problem = daybook._problem(
        partitions, shape.partition_by, plan, options.publish
    ) or (
        lacking
        if counts.is_refused and written.counted < counts.rows
        else none
    ) %}
    {% if problem %} {% do daybook._give_up(relation, log, problem) %}
    {% elif lacking %} {% do daybook._say(relation, lacking) %}
    {% endif %}
    {#- Without partitions, a batch replaces all; but here all stays as it is. -#}
    {% set replaced = (
        []
        if borrowed and not (borrowed.partitions or shape.partition_by)
        else daybook._replaced(
            state,
            options,
            plan,
            partitions + (borrowed.partitions if borrowed else []),
            shape.partition_by,
        )
    ) %}
    {% if plan.whole_partitions and replaced != "all" %}
        {% do daybook._refuse_more_rows(
            relation, log, state, plan, partitions, replaced
        ) %}
    {% endif %}
    {% if state.chain and not (partitions or replaced or plan.inputs) %}
        {% do daybook._assert_locked(relation) %}
        {% set failed = dict(event, event="failed", why="no rows", at=daybook._now()) %}
        {% set log = daybook._write_event(relation, log, failed) %}
        {% do return({"log": log, "locked_at": none}) %}
    {% endif %}
    {% set committed = dict(
        daybook._committed(event, options, shape, partitions),
        replaced=replaced,
        rebuilds=should_full_refresh() or not state.chain,
        inputs=daybook._positions_read(plan.inputs),
        built_with=plan.built_with,
        remembers=plan.remembers,
        docs=daybook._docs_digest(),
        view=plan.view,
        if_replaced=plan.if_replaced,
    ) %}
    {% if shape.table_types != state.types %}
        {% do committed.update({"types": shape.table_types}) %}
    {% endif %}
    {% set published = daybook._log_with(log, committed).state %}
    {% if options.publish == "view" and daybook._to_fit(relation, published) is none %}
        {% do daybook._give_up(relation, log, daybook._too_long()) %}
    {% endif %}
    {% do daybook._assert_locked(relation) %}
    {% set locked_at = daybook._epoch_now() %}
    {% set log = daybook._write_event(relation, log, committed) %}
    {% do daybook._report(
        event, partitions + (borrowed.partitions if borrowed else [])
    ) %}
    {% do return({"log": log, "locked_at": locked_at}) %}
{% endmacro %}

{#- What dbt prints of the run, and keeps in run_results.json. -#}
{% macro _report(event, partitions) %}
    {% set rows = partitions | sum(attribute="1") %}
    {% do store_raw_result(
        "main",
        message=rows ~ " rows in batch " ~ event.batch_id,
        code="OK",
        rows_affected=rows,
    ) %}
{% endmacro %}

{#- What is logged of a first batch that read no other model; others say more. -#}
{% macro _committed(event, options, shape, partitions) %}
    {% do return(
        dict(
            event,
            event="committed",
            at=daybook._now(),
            columns=shape.columns,
            partition_by=shape.partition_by,
            partitions=partitions,
            replaced=[],
            rebuilds=true,
            keeps_rows=options.keeps_posted_batch_id,
            inputs={},
            private=options.private,
            built_with={},
            remembers={},
            docs="",
            batch=options.batch,
            publish=options.publish,
            file_format=options.file_format,
            view=none,
            if_replaced=none,
        )
    ) %}
{% endmacro %}

{% macro _give_up(relation, log, problem) %}
    {% do daybook._assert_locked(relation) %}
    {% do daybook._fail(relation, log, problem, returned=true) %}
    {% do daybook._release(daybook._lock_relation(relation)) %}
    {% do daybook._raise(relation, problem) %}
{% endmacro %}
