{#- The row with the highest version of each key, kept up from new batches. Keys lie in buckets, so a
    run rewrites the buckets that have new rows, and no others. -#}
{% macro latest_rows(rows, posted, key, version, buckets=16) %}
    {%- if not execute -%} {%- do return("") -%} {%- endif -%}

    {%- set arguments = daybook.checked_arguments(
        this,
        "latest_rows",
        {"key": key, "version": version, "buckets": buckets},
        {
            "key": {"names": "many", "required": true},
            "version": {"names": "one", "required": true},
            "buckets": {"at_least": 1},
        },
    ) -%}
    {%- do daybook.check_columns(
        this,
        {"key": key, "version": version},
        "what latest_rows reads",
        daybook.columns_read(rows),
    ) -%}

    {%- set built_with = {"key": key, "version": version, "buckets": buckets} -%}
    {%- set so_far = daybook.published_so_far(posted) -%}
    {%- do daybook.refuse_other_arguments("latest_rows", so_far, built_with) -%}
    {%- do daybook.make_plan(
        "latest_rows",
        {
            "options": {"batch": "replace", "partition_by": ["row_bucket"]},
            "built_with": built_with,
        },
    ) -%}

    {%- set keys = daybook.quoted_column(arguments.key) | join(", ") %}

    with

        new_rows as (

            select
                * except (posted_batch_id),
                pmod(hash({{ keys }}), {{ buckets }}) as row_bucket
            from {{ rows }}

        ),

        all_rows as (

            select *, 1 as row_is_new
            from new_rows
            {% if so_far.continues -%}
                union all
                select * except (posted_batch_id, batch_id), 0 as row_is_new
                from {{ posted }}
                where row_bucket in (select row_bucket from new_rows)
            {%- endif %}

        ),

        ranked as (

            select
                * except (row_is_new),
                row_number() over (
                    partition by {{ keys }}
                    order by {{ daybook.quoted_column(version) }} desc, row_is_new desc
                ) as row_rank
            from all_rows

        )

    select * except (row_rank)
    from ranked
    where row_rank = 1

{% endmacro %}
