{#-
    How files of the lender become the adopter's too: under the lender's lock, and logged first.
    Under that lock its files stay, and its log says who holds them. From then on the adopter's
    log says which, and cleaning reads it.

    partitions: [[partition, rows], ...] of the lender's batch `id`. What is returned is for
    _write_batch, which takes the partitions over, and gives the lock back.
-#}
{% macro _borrow_files(relation, lender, id, partitions, partition_by, lock_hours) %}
    {% set borrowed = {"batch_id": id, "partitions": partitions, "event": {}} %}
    {% if not partitions %} {% do return(borrowed) %} {% endif %}
    {% set name = daybook.model_key(relation) %}
    {% set lock = daybook._lock_model(
        lender.relation, lock_hours, daybook._holder_of(name)
    ) %}
    {% set log = daybook._recovered_log(lender.relation) %}
    {% set state = log.state %}
    {% set pointer = {} %}
    {% for partition, rows in partitions %}
        {% if id not in state.files.get(partition, []) %}
            {% do daybook._release_lock(lender.relation) %}
            {% call daybook.refuse(relation) %}
                {{ lender.relation }} was cleaned while it was read: run the model again
            {% endcall %}
        {% endif %}
        {% do pointer.update({partition: [id]}) %}
    {% endfor %}
    {% if name not in state.adopters %}
        {% do daybook._store(lender.relation).write_event(
            lender.relation,
            log,
            {"event": "lent", "adopter": name, "at": daybook._now()},
        ) %}
    {% endif %}
    {% do return(
        dict(
            borrowed,
            lender=lender.relation,
            lock=lock,
            locations=daybook._store(lender.relation).lend(
                lender.relation, state, pointer
            ),
            event={
                "borrowed": {"batch_id": id, "partitions": partitions},
                "partition_by": partition_by,
            },
        )
    ) %}
{% endmacro %}

{#- The log has them by now: if the run dies, the next one releases them. They are counted, so
    that nothing is published that differs from the lender's log. -#}
{% macro _take_over_partitions(relation, log, layout, borrowed) %}
    {% if not borrowed.partitions %} {% do return(none) %} {% endif %}
    {% do daybook._assert_still_locked(relation) %}
    {% set counted = daybook._store(relation).borrow(
        relation, layout.partition_by, borrowed.batch_id, borrowed.locations
    ) %}
    {% if counted | sort != borrowed.partitions | sort %}
        {% set problem %}
            files of the snapshot are not as its model's log says: rebuild that model, then this one
        {% endset %}
        {% do daybook._refuse_batch(relation, log, problem) %}
    {% endif %}
{% endmacro %}
