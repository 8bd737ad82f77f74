{#-
    SQL of the published rows that the snapshot lacks; none if it lacks none. If the keys of a
    bucket are those of the batch adopted last, that batch lacks nothing, and what was missing
    then is still missing. So it compares, key by key, only rows of buckets that differ, and rows
    in the model's own files, as all of them are before the first time.
-#}
{% macro _missing_rows(comparison) %}
    {% set columns = daybook.quoted_column(comparison.columns) | join(", ") %}
    {% set own = daybook.batches_table(this) %}
    {% set replaced = comparison.replaced if comparison.differing else {} %}
    {% set sources = [] %}
    {% for pointer, reads_all in (
        (replaced, comparison.reads_all),
        (comparison.whole, true),
    ) if pointer %}
        {% set where = daybook.pointer_condition(
            dict(comparison.published, pointer=pointer)
        ) %}
        {% set read = dict(comparison, reads_all=reads_all) %}
        {% do sources.append(
            daybook._in_differing_buckets(read, columns, own, where)
        ) %}
    {% endfor %}
    {% if not sources %} {% do return(none) %} {% endif %}
    {% set query %}
        select *
        from ({{ sources | join(" union all ") }}) as daybook_published
        {% if comparison.differing %}
            left anti join ({{ daybook._lent_keys(comparison) }}) as daybook_lent
            on {% for column in comparison.key %}
                daybook_published.{{ column }} <=> daybook_lent.{{ column }}
                {{- " and " if not loop.last }}
            {% endfor %}
        {% endif %}
    {% endset %}
    {% do return(query) %}
{% endmacro %}

{#- Equal digests of keys that were unique show that these are unique; the others are counted. -#}
{% macro _rows_of_shared_keys(comparison) %}
    {% if not comparison.differing %} {% do return(0) %} {% endif %}
    {% set query %}
        select to_json(array(ifnull(sum(daybook_rows), 0)))
        from (
            select count(*) as daybook_rows
            from ({{ daybook._lent_keys(comparison) }})
            group by {{ comparison.key | join(", ") }}
            having count(*) > 1
        )
    {% endset %}
    {% do return(daybook.json_rows(query)[0][0]) %}
{% endmacro %}

{#- The snapshot's keys in buckets that differ. -#}
{% macro _lent_keys(comparison) %}
    {%- set key, since = comparison.key | join(", "), comparison.window.since -%}
    {%- set where = "batch_id = " ~ comparison.batch_id -%}
    {%- if since is not none -%}
        {%- set where = where ~ " and " ~ comparison.day ~ " >= " ~ since -%}
    {%- endif -%}
    {%- set where = daybook._filtered_by_spark(where) -%}
    {{- daybook._in_differing_buckets(comparison, key, comparison.batches, where) -}}
{% endmacro %}

{#- If most buckets differ, looking for them costs more than comparing all rows. Partition and bucket
    are one number: a join by one is twice as fast as a join by two. If two places have the same, a few
    more rows are compared. -#}
{% macro _in_differing_buckets(comparison, columns, table, condition) %}
    {%- set partition, key = comparison.partition, comparison.key -%}
    {%- if comparison.reads_all -%}
        select {{ columns }} from {{ table }} where {{ condition }}
    {%- else -%}
        select {{ columns }}
        from
            (
                select
                    *,
                    xxhash64(
                        {{ partition }}
                        {{ daybook._hash_with_nulls(key) }}
                        & {{ comparison.buckets - 1 }}
                    ) as daybook_place
                from {{ table }}
                where {{ condition }}
            )
        left semi join
            (
                select xxhash64({{ partition }} daybook_bucket) as daybook_place
                from ({{ daybook._compared_buckets(comparison) }})
                where daybook_differs
            ) using (daybook_place)
    {%- endif -%}
{% endmacro %}
