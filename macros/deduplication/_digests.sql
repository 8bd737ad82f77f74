{#-
    Digests of the keys of a snapshot's batch, by partition and bucket of the key's hash: where
    those of two batches are equal, so are their keys. A table beside the model keeps them:

        date        bucket  rows  key_xor  key_sum  value_xor  value_sum  batch_id
        2017-04-21  0       251   ...      ...      ...        ...        1449784608

    Of a batch, which is never changed, they stay true; so they are no state but a cache, and
    one that is lost costs time alone. 64 bits of XOR and, of the upper half, a sum: two sets of
    keys have the same by chance in one of 10 to the 19th.
-#}
{% macro _digests_relation(relation) %}
    {% do return(daybook._beside(relation, "__digests").incorporate(type="table")) %}
{% endmacro %}

{#-
    Compares the snapshot with what was adopted last, and adds to the scope:

        buckets    how many there are in a partition
        compared   {partition: [batch_id]} of what is published: adopted, and with digests
        replaced   those of them whose place the snapshot takes
        whole      {partition: [batch_id, ...]} of the rest that it takes the place of
        differing  how many buckets differ, or have nothing to be compared with
        is_most    whether those are most of them

    With unchanged="keep", partitions without a change are taken from what is lent.
-#}
{% macro _compare_digests(scope, state, lent) %}
    {% set kept = daybook._kept_digests(scope) %}
    {% set adopted = daybook._adopted_before(state, lent, kept) %}
    {% do scope.update(
        {
            "buckets": daybook._bucket_count(lent, kept, adopted),
            "compared": adopted,
            "replaced": {},
            "whole": {},
            "differing": 0,
        }
    ) %}
    {% if kept.get(lent.batch_id) != scope.buckets %}
        {% do daybook._insert_rows(
            scope.digests, daybook._digests_of(scope), "digests"
        ) %}
    {% endif %}
    {% set differences = daybook._differences(scope) %}
    {% set left = [] %}
    {% for partition, rows in lent.partitions %}
        {% set ids = state.pointer.get(partition, []) %}
        {% set before = scope.compared.get(partition, []) %}
        {% set difference = differences.get(partition, {}) %}
        {% if before and state.rows[partition ~ before[0]] != difference.before %}
            {% do scope.compared.pop(partition) %} {% set before = [] %}
        {% endif %}
        {% if not (before and scope.unchanged == "keep" and not difference.changed) %}
            {% do left.append([partition, rows]) %}
            {% if before %}
                {% do scope.replaced.update({partition: before}) %}
            {% endif %}
            {% set others = ids | reject("in", before) | list %}
            {% if others %} {% do scope.whole.update({partition: others}) %} {% endif %}
            {% do scope.update(
                {
                    "differing": scope.differing
                    + (difference.differing if before else scope.buckets)
                }
            ) %}
        {% endif %}
    {% endfor %}
    {% do scope.update(
        {"is_most": 2 * scope.differing > scope.buckets * left | length}
    ) %}
    {% do lent.update({"partitions": left}) %}
{% endmacro %}

{#- How many buckets a partition has in the digests that can be compared: {batch_id: buckets}. -#}
{% macro _kept_digests(scope) %}
    {% if not daybook._exists(scope.digests) %}
        {% set columns = [] %}
        {% for column, type in scope.partition_by %}
            {% do columns.append(daybook._column_definition(column, type)) %}
        {% endfor %}
        {% do daybook._run(
            "create table if not exists "
            ~ scope.digests
            ~ " ("
            ~ (
                columns
                + [
                    "daybook_bucket bigint",
                    "daybook_buckets bigint",
                    "definition string",
                    "rows bigint",
                    "key_xor bigint",
                    "key_sum bigint",
                    "value_xor bigint",
                    "value_sum bigint",
                    "batch_id bigint",
                ]
            )
            | join(", ") ~ ") using parquet partitioned by (batch_id)"
        ) %}
        {% do return({}) %}
    {% endif %}
    {% set kept = {} %}
    {% for row in daybook._json_rows(
        "select distinct to_json(array(batch_id, daybook_buckets)) from "
        ~ scope.digests
        ~ " where definition = "
        ~ daybook._quoted(daybook._definition(scope))
    ) %}
        {% do kept.update({row[0]: row[1]}) %}
    {% endfor %}
    {% do return(kept) %}
{% endmacro %}

{#- Of what is published where the snapshot goes, the batches that were adopted. -#}
{% macro _adopted_before(state, lent, kept) %}
    {% set adopted = {} %}
    {% for partition, rows in lent.partitions %}
        {% for id in state.pointer.get(partition, [])
            if id in state.adopted and id in kept %}
            {% do adopted.update({partition: [id]}) %}
        {% endfor %}
    {% endfor %}
    {% do return(adopted) %}
{% endmacro %}

{#- Some 250 rows each: the fewer, the less is read for a key that is missing. As many as last
    time as long as that will do, for only equal numbers can be compared. -#}
{% macro _bucket_count(lent, kept, adopted) %}
    {% set largest = lent.partitions | map(attribute="1") | max %}
    {% for ids in adopted.values() | list | reverse %}
        {% set buckets = kept[ids[0]] %}
        {% if 60 * buckets <= largest <= 1000 * buckets %}
            {% do return(buckets) %}
        {% endif %}
    {% endfor %}
    {% set count = namespace(buckets=1) %}
    {% for _ in range(40) if count.buckets * 250 < largest %}
        {% set count.buckets = count.buckets * 2 %}
    {% endfor %}
    {% do return(count.buckets) %}
{% endmacro %}

{#- What the digests are of: of another key they can't be compared. -#}
{% macro _definition(scope) %}
    {% set values = scope.columns if scope.unchanged == "keep" else [] %}
    {% do return(local_md5(tojson([scope.key, values]) | lower)) %}
{% endmacro %}
