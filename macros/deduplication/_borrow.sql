{#- How files of the lender become the adopter's too: under the lender's lock, and logged first.
    Under the lender's lock its files stay, and its log says who holds them; from then on the
    adopter's log says which, and cleaning reads it. -#}
{% macro _borrow(relation, lender, lent, lock_hours) %}
    {% if not lent.partitions %} {% do return(none) %} {% endif %}
    {% set lock = daybook._take_lock(
        lender.relation,
        lock_hours,
        invocation_id ~ "/" ~ local_md5(daybook._key(relation))[:8],
    ) %}
    {% do lent.update({"lock": lock}) %}
    {% set log = daybook._recovered_log(lender.relation) %}
    {% set now = daybook._state(log) %}
    {% for partition, rows in lent.partitions
        if lent.batch_id not in now.files.get(partition, []) %}
        {% do daybook._release_lock(lock.view) %}
        {% do daybook._raise(
            relation,
            lender.relation
            ~ " was cleaned while it was read: run the model again",
        ) %}
    {% endfor %}
    {% set name = daybook._key(relation) %}
    {% if name not in now.adopters %}
        {% do daybook._write_event(
            lender.relation,
            log,
            {"event": "lent", "adopter": name, "at": daybook._now()},
        ) %}
    {% endif %}
    {% set after = {} %}
    {% for partition, rows in lent.partitions %}
        {% do after.update({partition: [lent.batch_id]}) %}
    {% endfor %}
    {% do lent.update(
        {
            "locations": daybook._partition_locations(
                lender.relation, now, {}, after
            )
        }
    ) %}
{% endmacro %}

{#- The partitions themselves; counted, for what is not as the log says is never published. -#}
{% macro _take_over_partitions(relation, log, shape, lent) %}
    {% if not lent.partitions %} {% do return(none) %} {% endif %}
    {% set batches = daybook._batches_relation(relation) %}
    {% do daybook._assert_locked(relation) %}
    {% do daybook._add_located(
        batches, shape.partition_by, lent.batch_id, lent.locations
    ) %}
    {% set found = daybook._partition_rows(
        batches, shape.partition_by, lent.batch_id
    ) %}
    {% if found | sort != lent.partitions | sort %}
        {% do daybook._refuse_batch(
            relation,
            log,
            "files of the snapshot are not as its model's log says: rebuild that model, then this one",
        ) %}
    {% endif %}
{% endmacro %}

{#- Logged before they are taken: where the run dies, they are let go of again. -#}
{% macro _borrowed(shape, lent) %}
    {% if not lent or not lent.partitions %} {% do return({}) %} {% endif %}
    {% do return(
        {
            "borrowed": {
                "batch_id": lent.batch_id,
                "partitions": lent.partitions,
            },
            "partition_by": shape.partition_by,
        }
    ) %}
{% endmacro %}
