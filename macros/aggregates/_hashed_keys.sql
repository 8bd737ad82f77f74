{#- The hashes of all rows of the dimensions. -#}
{% macro _present_keys(joins) %}
    {%- for join in joins -%}
        {{ "union all" if not loop.first }}
        select
            {{ loop.index0 }} as daybook_join,
            {{ daybook._hash_of(join.key.values() | list, join.types) }} as daybook_key,
            {{ daybook._hash_of(join.columns.values() | list) }} as daybook_value
        from {{ join.relation }}
    {%- endfor -%}
{% endmacro %}

{#- The keys that some rows of the fact have, as hashes. -#}
{% macro _used_keys(joins, rows) %}
    {%- for join in joins -%}
        {%- set keys = join.key | list -%}
        {{ "union" if not loop.first }}
        select distinct
            {{ loop.index0 }} as daybook_join,
            {{ daybook._hash_of(keys, join.types) }} as daybook_key
        from {{ rows }}
        where {{ daybook._are_not_null(keys) }}
    {%- endfor -%}
{% endmacro %}

{% macro _are_not_null(columns) %}
    {{- daybook.quoted_column(columns) | join(" is not null and ") }} is not null
{%- endmacro %}

{#- Hashed is the text of the values, as JSON, where NULL in one column is not NULL in another. With
    types, values are cast to those first: equal keys of two types have one text then, and adding
    0d makes -0.0 the same as 0.0. -#}
{% macro _hash_of(columns, types=none) %}
    {%- set fields = [] -%}
    {%- for value in daybook.quoted_column(columns) -%}
        {%- if types -%}
            {%- set type = types[loop.index0] -%}
            {%- set value = "try_cast(" ~ value ~ " as " ~ type ~ ")" -%}
            {%- set value = value ~ (" + 0d" if type in ("float", "double") else "") -%}
        {%- endif -%}
        {%- do fields.append(value ~ " as c" ~ loop.index0) -%}
    {%- endfor -%}
    xxhash64(
        to_json(
            struct({{ fields | join(", ") }}),
            map(
                'ignoreNullFields',
                'false',
                'timestampFormat',
                'yyyy-MM-dd HH:mm:ss.SSSSSSXXX',
                'timestampNTZFormat',
                'yyyy-MM-dd HH:mm:ss.SSSSSS'
            )
        )
    )
{% endmacro %}
