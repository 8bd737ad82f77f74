{#- The SQL of digests: how they are made, and how those of two batches are compared. -#}
{#- A NULL is passed over by Spark's hash: so each column comes with a sign of it. -#}
{% macro _hash(columns) %}
    {% set hashed = [] %}
    {% for column in columns %}
        {% do hashed.append(column ~ ", isnull(" ~ column ~ ")") %}
    {% endfor %}
    {% do return("xxhash64(" ~ hashed | join(", ") ~ ")") %}
{% endmacro %}

{#- Partition and bucket of a row as one number, for a join by one is twice as fast as by two.
    Where two places have the same, a few rows more are compared. -#}
{% macro _place(scope) %}
    {% set names = scope.partition_by | map("first") | list %}
    {% set bucket = daybook._hash(scope.key) ~ " & " ~ (scope.buckets - 1) %}
    {% do return(daybook._place_of(names, bucket)) %}
{% endmacro %}

{% macro _place_of(names, bucket) %}
    {% set columns = daybook._columns(names) ~ (", " if names else "") %}
    {% do return("xxhash64(" ~ columns ~ bucket ~ ")") %}
{% endmacro %}

{#- The digests of the snapshot's batch; of values only where partitions may be kept. -#}
{% macro _digests_of(scope) %}
    {%- set partition = daybook._columns(scope.partition_by | map("first")) -%}
    {%- set hashed = [] -%}
    {%- for name, type in scope.types.items()
        if scope.unchanged == "keep" and name | lower != scope.version | lower -%}
        {%- do hashed.extend(daybook._ordered_by([[name, type]])) -%}
        {#- A hash passes over a NULL within a value too. -#}
        {%- if modules.re.search("array<|struct<|map<|variant", type) -%}
            {%- do hashed.append("cast(" ~ daybook._column(name) ~ " as string)") -%}
        {%- endif -%}
    {%- endfor -%}
    {%- set values = daybook._hash(hashed) if hashed else "0L" %}
    select
        *,
        {{ scope.buckets }}l as daybook_buckets,
        '{{ daybook._definition(scope) }}' as definition,
        {{ scope.batch_id }}l as batch_id
    from
        (
            select
                {{ partition ~ "," if partition }}
                daybook_key & {{ scope.buckets - 1 }} as daybook_bucket,
                count(*) as rows,
                bit_xor(daybook_key) as key_xor,
                sum(shiftright(daybook_key, 32)) as key_sum,
                bit_xor(daybook_values) as value_xor,
                sum(shiftright(daybook_values, 32)) as value_sum
            from
                (
                    select
                        {{ partition ~ "," if partition }}
                        {{ daybook._hash(scope.key) }} as daybook_key,
                        {{ values }} as daybook_values
                    from {{ scope.lenders }}
                    where batch_id = {{ scope.batch_id }}
                )
            group by
                {{ partition ~ "," if partition }} daybook_key & {{ scope.buckets - 1 }}
        )
{% endmacro %}

{#- The digests of before and of now, bucket by bucket. -#}
{% macro _both_digests(scope) %}
    {%- set names = scope.partition_by | map("first") | list + ["daybook_bucket"] %}
    (
        select
            {{ daybook._columns(names) }},
            sum(if(batch_id = {{ scope.batch_id }}, 0, rows)) as rows_before,
            count(*) < 2
            or min(rows) <> max(rows)
            or min(key_xor) <> max(key_xor)
            or min(key_sum) <> max(key_sum) as differs,
            min(value_xor) <> max(value_xor)
            or min(value_sum) <> max(value_sum) as is_changed
        from {{ scope.digests }}
        where
            definition = '{{ daybook._definition(scope) }}'
            and daybook_buckets = {{ scope.buckets }}
            and (
                batch_id = {{ scope.batch_id }}
                or {{ daybook._is_of(scope, scope.compared) }}
            )
        group by {{ daybook._columns(names) }}
    )
{% endmacro %}

{#- Rows of just these batches in just these partitions. -#}
{% macro _is_of(scope, pointer) %}
    {% if not pointer %} {% do return("false") %} {% endif %}
    {% set names = scope.partition_by | map("first") | list + ["batch_id"] %}
    {% set tuples, ids = [], [] %}
    {% for partition, of_partition in pointer.items() %}
        {% set literals = [] %}
        {% for value in fromjson(partition) %}
            {% set type = scope.partition_by[loop.index0][1] %}
            {% do literals.append(
                "cast(" ~ daybook._quoted(value) ~ " as " ~ type ~ ")"
            ) %}
        {% endfor %}
        {% for id in of_partition %}
            {% do ids.append(id) %}
            {% do tuples.append("(" ~ (literals + [id ~ "l"]) | join(", ") ~ ")") %}
        {% endfor %}
    {% endfor %}
    {% do return(
        "batch_id in (" ~ ids
        | unique
        | join(", ") ~ ") and (" ~ daybook._columns(names) ~ ") in (" ~ tuples
        | join(", ") ~ ")"
    ) %}
{% endmacro %}

{#- {partition: {before: rows, differing: buckets, changed: buckets}}. -#}
{% macro _differences(scope) %}
    {% set names = daybook._columns(scope.partition_by | map("first")) %}
    {% set query %}
        select
            to_json(
                struct(
                    {{ daybook._partition_key(scope.partition_by) }} as p,
                    ifnull(sum(rows_before), 0) as before,
                    count_if(differs) as differing,
                    count_if(differs or is_changed) as changed
                )
            )
        from {{ daybook._both_digests(scope) }}
        {{ "group by " ~ names if names }}
    {% endset %}
    {% set differences = {} %}
    {% for row in daybook._json_rows(query) %}
        {% do differences.update({tojson(row.p): row}) %}
    {% endfor %}
    {% do return(differences) %}
{% endmacro %}
