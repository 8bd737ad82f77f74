{#-
    Digests of the keys of a snapshot's batch, by partition and bucket of the key's hash: if
    those of two batches are equal, so are their keys. A table beside the model keeps them:

        date        bucket  rows  key_xor  key_sum  value_xor  value_sum  batch_id
        2017-04-21  0       251   ...      ...      ...        ...        1449784608

    A batch never changes, so its digests stay true. They are no state but a cache: losing one
    only costs time. They are 64 bits of XOR and, of the upper half, a sum: two sets of keys have
    the same by chance once in 10 to the 19th.
-#}
{% macro _digests_relation() %}
    {% do return(daybook.side_table(this, "__digests")) %}
{% endmacro %}

{#- SQL of the digests of the lender's batch. Those of values are needed only with
    strategy="adopt_changed". -#}
{% macro _digests_of_batch(comparison) %}
    {%- set values, version = [], comparison.version | lower -%}
    {%- for name, type in comparison.types.items()
        if comparison.strategy == "adopt_changed" and name | lower != version -%}
        {%- do values.extend(daybook.comparable_columns([[name, type]])) -%}
        {#- A hash ignores a NULL within a value too. -#}
        {%- if daybook._is_nested(type) -%}
            {%- do values.append("string(" ~ daybook.quoted_column(name) ~ ")") -%}
        {%- endif -%}
    {%- endfor %}
    select
        {{ comparison.partition }}
        daybook_key & {{ comparison.buckets - 1 }} as daybook_bucket,
        {{ comparison.buckets }}l as daybook_buckets,
        '{{ comparison.definition }}' as daybook_definition,
        count(*) as daybook_rows,
        bit_xor(daybook_key) as daybook_key_xor,
        sum(shiftright(daybook_key, 32)) as daybook_key_sum,
        bit_xor(daybook_values) as daybook_value_xor,
        sum(shiftright(daybook_values, 32)) as daybook_value_sum
    from
        (
            select
                {{ comparison.partition }}
                {{ daybook._hash_with_nulls(comparison.key) }} as daybook_key,
                {{ daybook._hash_with_nulls(values) }} as daybook_values
            from {{ comparison.batches }}
            where {{ daybook._filtered_by_spark("batch_id = " ~ comparison.batch_id) }}
        )
    group by {{ comparison.partition }} daybook_key & {{ comparison.buckets - 1 }}
{% endmacro %}

{#- Spark's hash ignores NULL, so each column is hashed with a sign of it. -#}
{% macro _hash_with_nulls(columns) %}
    {%- set terms = [] -%}
    {%- for column in columns -%}
        {%- do terms.extend([column, "isnull(" ~ column ~ ")"]) -%}
    {%- endfor -%}
    {{ "xxhash64(" ~ terms | join(", ") ~ ")" if terms else "0l" }}
{%- endmacro %}

{#- {batch_id: buckets in a partition} of the digests that can be compared. -#}
{% macro _batches_with_digests(comparison) %}
    {% set digests = daybook._digests_relation() %}
    {% if not daybook.is_built(digests) %} {% do return({}) %} {% endif %}
    {% set query %}
        select distinct to_json(array(batch_id, daybook_buckets))
        from {{ digests }}
        where daybook_definition = '{{ comparison.definition }}'
    {% endset %}
    {% do return(dict(daybook.json_rows(query))) %}
{% endmacro %}

{#- The digests of the lender's batch join those of the batches that it is compared with. -#}
{% macro _write_digests(comparison) %}
    {% set columns = dict(
        comparison.partition_by,
        daybook_bucket="bigint",
        daybook_buckets="bigint",
        daybook_definition="string",
        daybook_rows="bigint",
        daybook_key_xor="bigint",
        daybook_key_sum="bigint",
        daybook_value_xor="bigint",
        daybook_value_sum="bigint",
    ) %}
    {% do daybook.write_part(
        this,
        daybook._digests_relation(),
        columns,
        "batch_id",
        comparison.batch_id,
        daybook._digests_of_batch(comparison),
        daybook._compared_batches(comparison),
    ) %}
{% endmacro %}

{#- Nothing will be compared with other batches. A full refresh compares nothing, so the hashes of what
    it replaces go. -#}
{% macro _compared_batches(adoption) %}
    {% do return(adoption.published.pointer.values() | sum(start=[])) %}
{% endmacro %}
