{#-
    Checks a batch that was written, and logs it committed. Returns what _write_batch returns.

    batch: its event and layout, its partitions with their rows, how many rows were counted, and
    what is borrowed.
-#}
{% macro _commit_batch(relation, log, state, options, plan, batch) %}
    {% set partition_by = batch.layout.partition_by %}
    {% set borrowed = batch.borrowed.partitions or [] %}
    {% set problem = (
        daybook._store(relation).problem(
            relation, batch.partitions, partition_by, options.publish
        )
        or daybook._problem_of_inputs(plan.inputs)
        or daybook._problem_of_past(plan.past)
        or daybook._problem_of_merge(state, plan, batch.partitions)
    ) %}
    {% set counts = none if batch.borrowed else plan.counts %}
    {% set mismatch = daybook._count_mismatch(counts, batch.counted) if counts %}
    {% if not problem and counts.is_refused and batch.counted < counts.rows %}
        {% set problem = mismatch %}
    {% endif %}
    {% if problem %} {% do daybook._refuse_batch(relation, log, problem) %}
    {% elif mismatch %}
        {% call daybook.tell(relation) %}{{ mismatch }}{% endcall %}
    {% endif %}
    {#- Without partitions, a batch replaces all; but here all stays as it is. -#}
    {% set adds_nothing = batch.borrowed and not (borrowed or partition_by) %}
    {% set replaced = (
        []
        if adds_nothing
        else daybook._replaced_partitions(
            state, options, plan, batch.partitions + borrowed, partition_by
        )
    ) %}
    {% set problem = daybook._problem_of_growth(
        state, plan, batch.partitions, replaced
    ) or daybook._problem_of_privacy(state, options.private, replaced) %}
    {% if problem %} {% do daybook._refuse_batch(relation, log, problem) %} {% endif %}
    {% if state.chain and not (
        batch.partitions or replaced or plan.inputs or plan.learns
    ) %}
        {% set failed = dict(
            batch.event, event="failed", why="no rows", at=daybook._now()
        ) %}
        {% set log = daybook._store(relation).write_event(relation, log, failed) %}
        {% do daybook._tell_dbt("no rows", 0) %}
        {% do return(log) %}
    {% endif %}
    {% set committed = daybook._committed_run(
        relation, state, options, plan, batch, replaced
    ) %}
    {% set published = daybook._log_with(log, committed) %}
    {% set note = daybook._store(relation).note(relation, published) %}
    {% set problem = (
        none
        if note
        else daybook._store(relation)
        .to_rewrite(relation, published.state)
        .problem
    ) %}
    {% if problem %} {% do daybook._refuse_batch(relation, log, problem) %} {% endif %}
    {% set log = daybook._store(relation).write_event(relation, log, committed, note) %}
    {% set rows = (batch.partitions + borrowed) | map(attribute="1") | sum %}
    {% do daybook._tell_dbt(rows ~ " rows in batch " ~ batch.event.batch_id, rows) %}
    {% do return(log) %}
{% endmacro %}

{#- What dbt prints of the run, and keeps in run_results.json. -#}
{% macro _tell_dbt(message, rows) %}
    {% do store_raw_result("main", message=message, code="OK", rows_affected=rows) %}
{% endmacro %}

{#- The event of a run's batch. -#}
{% macro _committed_run(relation, state, options, plan, batch, replaced) %}
    {% set remembers = plan.remembers %}
    {% if plan.counts and "before" in plan.counts %}
        {% set remembers = dict(remembers, counted=batch.counted) %}
    {% endif %}
    {% set said = dict(
        plan, remembers=remembers, docs=daybook._docs_digest(relation)
    ) %}
    {% set event = dict(
        daybook._committed_event(
            batch.event, options, batch.layout, batch.partitions, said
        ),
        replaced=replaced,
        rebuilds=should_full_refresh() or not state.chain,
        inputs=daybook._positions_read(plan.inputs),
    ) %}
    {% if batch.strays %} {% do event.update({"strays": batch.strays}) %} {% endif %}
    {% set types = batch.layout.table_types %}
    {% do return(event if types == state.types else dict(event, types=types)) %}
{% endmacro %}

{#- The event of a first batch that read no other model; others say more. The fields of the log are
    those of the options, the layout and the plan that have their names. -#}
{% macro _committed_event(event, options, layout, partitions, plan={}) %}
    {% set said = dict(
        dict(options, **plan),
        columns=layout.columns,
        partition_by=layout.partition_by,
        keeps_rows=options.keeps_posted_batch_id
        and not should_full_refresh(),
    ) %}
    {% do return(
        dict(
            dict(event, **daybook._fields_in("event", said)),
            event="committed",
            at=daybook._now(),
            partitions=partitions,
            replaced=[],
            rebuilds=true,
            inputs={},
        )
    ) %}
{% endmacro %}
