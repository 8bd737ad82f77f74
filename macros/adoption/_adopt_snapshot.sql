{#-
    strategy="adopt": the batch of the snapshot's own model, the lender, is published as it is;
    with "adopt_changed", only the partitions of it that have changed. The model's batches table
    gets partitions at the lender's directories, under the lender's batch_id. A batch of its own,
    with the next id, has the rows that the snapshot lacks. One event in the log has both, so one
    flip shows both.

    This is what a plan `borrows`, see batches/_write_batch.sql: the arguments of merge_snapshot and

        lender, position   the model, and the position of its log that was read
        window             see _merge_window.sql
        is_in_order        no version is lower than a published one
        sql                the SQL of the merge, which runs if the batch can't be adopted
-#}
{% macro plan_adoption(arguments, input, snapshot, window) %}
    {% if not input %}
        {% call daybook.refuse_option(this, "strategy", arguments.strategy) %}
            it takes over the batch of a model: incoming is ref() of a batched one, and
            {{ arguments.incoming }} is not
        {% endcall %}
    {% endif %}
    {% do return(
        dict(
            arguments,
            borrow=daybook._borrow_snapshot,
            beside=[daybook.model_key(daybook._digests_relation())],
            lender=input.model,
            position=input.position,
            window=window,
            is_in_order=snapshot.is_in_order,
        )
    ) %}
{% endmacro %}

{#-
    None, and it prints why, if the batch can't be adopted. Otherwise:

        batch_id     the lender's
        partitions   [[partition, rows], ...] of it that are taken over
        locations    {partition: directory}
        query        SQL of the rows that the snapshot lacks; none if it lacks none
        event        what the log says of it
        lender       the relation of its model
        lock         the lender's, held until the log says it; none if nothing is taken over
-#}
{% macro _borrow_snapshot(relation, log, state, options, layout, plan) %}
    {% set adoption = plan.borrows %}
    {#- The files have the rows that the model's SQL takes, and nothing that it computes. -#}
    {% if (
        daybook._without_comments(plan.text) | trim
        != daybook._without_comments(adoption.sql) | trim
    ) %}
        {% call daybook.refuse_option(relation, "strategy", adoption.strategy) %}
            the snapshot's files are published as they are, so the model's SQL is merge_snapshot
            and nothing else: compute in the model that it reads
        {% endcall %}
    {% endif %}
    {% set lender = daybook._read_log(daybook._relation_of(adoption.lender)) %}
    {% do daybook._check_lender(relation, lender, adoption.strategy, options, layout) %}
    {% set published = dict(state, pointer={}) if should_full_refresh() else state %}
    {% set adoption = dict(dict(adoption, **layout), published=published) %}
    {% set lent = daybook._lent_batches(lender, adoption) %}
    {% set why_not = daybook._why_not_adopted(log, lender, lent, adoption) %}
    {% if not why_not %}
        {% set comparison = daybook._compare_snapshot(lender, lent, adoption) %}
        {% set shared = daybook._rows_of_shared_keys(comparison) %}
        {% if shared %}
            {% set why_not = shared ~ " rows of it have a key that another row has" %}
        {% endif %}
    {% endif %}
    {% if why_not %}
        {% call daybook.tell(relation) %}
            the snapshot is merged, not adopted: {{ why_not }}
        {% endcall %}
        {% do daybook.drop_parts(
            daybook._digests_relation(),
            "batch_id",
            daybook._compared_batches(adoption),
        ) %}
        {% do return(none) %}
    {% endif %}
    {% set borrowed = daybook._borrow_files(
        relation,
        lender,
        comparison.batch_id,
        comparison.partitions,
        layout.partition_by,
        options.lock_hours,
    ) %}
    {% do return(dict(borrowed, query=daybook._missing_rows(comparison))) %}
{% endmacro %}

{#- What a merge would not solve. -#}
{% macro _check_lender(relation, lender, strategy, options, layout) %}
    {% set lent = lender.state %}
    {% for name, given, needed in (
        ("file_format", options.file_format, lent.file_format),
        ("publish", options.publish, "view"),
        ("partition_by", layout.partition_by, lent.partition_by),
    ) if given != needed %}
        {% call daybook.refuse_option(relation, name, given) %}
            strategy='{{ strategy }}' takes files of {{ lender.relation }} over, and needs
            {{ daybook.sorted_json(needed) }}
        {% endcall %}
    {% endfor %}
{% endmacro %}
