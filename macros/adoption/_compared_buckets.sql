{#- SQL of the digests of before and of now, bucket by bucket. -#}
{% macro _compared_buckets(comparison) %}
    {%- set id = comparison.batch_id -%}
    {%- set key = comparison.partition_by + [["batch_id", "bigint"]] -%}
    select
        {{ comparison.partition }}
        daybook_bucket,
        sum(if(batch_id = {{ id }}, 0, daybook_rows)) as daybook_rows_before,
        count(*) < 2
        or min(daybook_rows) <> max(daybook_rows)
        or min(daybook_key_xor) <> max(daybook_key_xor)
        or min(daybook_key_sum) <> max(daybook_key_sum) as daybook_differs,
        min(daybook_value_xor) <> max(daybook_value_xor)
        or min(daybook_value_sum) <> max(daybook_value_sum) as daybook_is_changed
    from {{ daybook._digests_relation() }}
    where
        daybook_definition = '{{ comparison.definition }}'
        and daybook_buckets = {{ comparison.buckets }}
        and (
            {{ daybook._filtered_by_spark("batch_id = " ~ id) }}
            {% if comparison.before -%}
                or {{ daybook._partition_key(key) }} in (
                    {%- for partition, id in comparison.before.items() -%}
                        array({{ daybook.quoted_text(fromjson(partition) + [id]) }})
                        {{- ", " if not loop.last }}
                    {%- endfor -%}
                )
            {%- endif %}
        )
    group by {{ comparison.partition }} daybook_bucket
{% endmacro %}

{#- {partition: {rows_before, differing, changed}}: rows, and numbers of buckets. -#}
{% macro _differences(comparison) %}
    {% set numbers = {
        "rows_before": "ifnull(sum(daybook_rows_before), 0)",
        "differing": "count_if(daybook_differs)",
        "changed": "count_if(daybook_differs or daybook_is_changed)",
    } %}
    {% set buckets = "(" ~ daybook._compared_buckets(comparison) ~ ")" %}
    {% set differences = {} %}
    {% for row in daybook._count_by(
        buckets, comparison.partition_by, "true", numbers.values() | list
    ) %}
        {% do differences.update({row[0]: dict(zip(numbers | list, row[1:]))}) %}
    {% endfor %}
    {% do return(differences) %}
{% endmacro %}
