{#-
    How the lender's batch compares with what was adopted last, by the digests of both. To what
    the plan borrows, the layout of the batch (see batches/_layout.sql) and `published`, the state of
    the model, it adds

        batch_id     the lender's
        batches      its table
        partition    the columns of a partition as SQL, each with a comma behind it
        definition   what the digests are of: those of another key can't be compared
        buckets      how many there are in a partition
        before       {partition: batch_id} of the batches that it is compared with
        partitions   [[partition, rows], ...] that are taken over. With strategy="adopt_changed",
                     those that have a change
        replaced     the batches of `before` in these partitions
        whole        {partition: [batch_id, ...]} of the other published batches in them
        differing    how many of their buckets differ, or have nothing to be compared with
        reads_all    rows of all buckets are read, because most of them differ
-#}
{% macro _compare_snapshot(lender, lent, adoption) %}
    {% set published = adoption.published %}
    {% set batch_id, partitions = lent.items() | first %}
    {% set names = daybook.quoted_column(adoption.partition_by | map("first") | list) %}
    {% set takes_changed = adoption.strategy == "adopt_changed" %}
    {% set compared = [adoption.key, adoption.columns if takes_changed else []] %}
    {% set comparison = dict(
        adoption,
        batch_id=batch_id,
        batches=daybook.batches_table(lender.relation),
        partition=names | join(", ") ~ ("," if names else ""),
        definition=local_md5(daybook.sorted_json(compared) | lower),
    ) %}
    {% set buckets_of = daybook._batches_with_digests(comparison) %}
    {#- Of what is published where the snapshot goes, the batches that were adopted. -#}
    {% set before = {} %}
    {% for partition, rows in partitions %}
        {% for id in published.pointer.get(partition, [])
            if id in published.adopted and id in buckets_of %}
            {% do before.update({partition: id}) %}
        {% endfor %}
    {% endfor %}
    {% set buckets = daybook._bucket_count(partitions, before, buckets_of) %}
    {% set comparison = dict(comparison, before=before, buckets=buckets) %}
    {% if buckets_of.get(batch_id) != buckets %}
        {% do daybook._write_digests(comparison) %}
    {% endif %}
    {% set difference = daybook._what_differs(comparison, partitions) %}
    {% do return(dict(comparison, **difference)) %}
{% endmacro %}

{#- The part of the comparison that the digests decide. A batch whose digests are not those of all
    of its rows counts as without. -#}
{% macro _what_differs(comparison, partitions) %}
    {% set published = comparison.published %}
    {% set adopts_all = comparison.strategy == "adopt" %}
    {% set differences = daybook._differences(comparison) %}
    {% set before, replaced, whole, taken, differing = {}, {}, {}, [], [] %}
    {% for partition, rows in partitions %}
        {% set found = differences.get(partition, {}) %}
        {% set id = comparison.before.get(partition) %}
        {% if id and published.rows[partition ~ id] != found.rows_before %}
            {% set id = none %}
        {% endif %}
        {% if id %} {% do before.update({partition: id}) %} {% endif %}
        {% if not id or adopts_all or found.changed %}
            {% set ids = published.pointer.get(partition, []) %}
            {% set others = ids | reject("equalto", id) | list %}
            {% do taken.append([partition, rows]) %}
            {% do differing.append(found.differing if id else comparison.buckets) %}
            {% if id %} {% do replaced.update({partition: [id]}) %} {% endif %}
            {% if others %} {% do whole.update({partition: others}) %} {% endif %}
        {% endif %}
    {% endfor %}
    {% set differing = differing | sum %}
    {% do return(
        {
            "before": before,
            "partitions": taken,
            "replaced": replaced,
            "whole": whole,
            "differing": differing,
            "reads_all": 2 * differing > comparison.buckets * taken | length,
        }
    ) %}
{% endmacro %}

{#- A power of 2. A bucket has some 250 rows: the fewer, the less is read for a key that is missing. The number
    of the last time stays as long as it suits, because only equal numbers can be compared. -#}
{% macro _bucket_count(partitions, before, buckets_of) %}
    {% set largest = partitions | map(attribute="1") | max %}
    {% for id in before.values() | list | reverse %}
        {% set buckets = buckets_of[id] %}
        {% if 60 * buckets <= largest and largest <= 1000 * buckets %}
            {% do return(buckets) %}
        {% endif %}
    {% endfor %}
    {% for power in range(64) if 2 ** power > (largest - 1) // 250 %}
        {% do return(2**power) %}
    {% endfor %}
{% endmacro %}
