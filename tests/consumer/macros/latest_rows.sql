{#-
    The row with the highest version of each key, kept up to date from new
    batches. If versions are equal, it is the row that arrived last.

    Keys lie in buckets: a run rewrites the buckets in which keys have new
    rows, and no others.
-#}
{% macro latest_rows(rows, posted, key, version, buckets=16) %}
    {%- if not execute -%} {%- do return("") -%} {%- endif -%}
    {%- set args = daybook.checked_arguments(
        this,
        "latest_rows",
        {"key": key, "version": version, "buckets": buckets},
        {
            "key": {"required": true, "names": "many"},
            "version": {"required": true, "names": "one"},
            "buckets": {"at_least": 1, "default": 16},
        },
    ) -%}
    {%- do daybook.refuse_whole_relation("rows", rows) -%}
    {%- do daybook.check_columns(
        this,
        {"key": args.key, "version": args.version},
        "what latest_rows reads",
        daybook.columns_read(rows),
    ) -%}
    {%- set so_far = daybook.published_so_far(posted) -%}
    {%- do daybook.refuse_other_arguments("latest_rows", so_far, args) -%}
    {%- do daybook.make_plan(
        "latest_rows",
        {
            "options": {"batch": "replace", "partition_by": ["row_bucket"]},
            "built_with": args,
        },
    ) -%}
    {%- set key = daybook.quoted_column(daybook.bare_name(args.key)) | join(", ") -%}
    {%- set version = daybook.quoted_column(daybook.bare_name(args.version)) %}

    with

        new_rows as (

            select
                * except (posted_batch_id),
                pmod(hash({{ key }}), {{ args.buckets }}) as row_bucket,
                posted_batch_id as arrived_in
            from {{ rows }}

        ),

        all_rows as (

            select *
            from new_rows
            {% if so_far.continues -%}
                union all
                select * except (posted_batch_id, batch_id), 0 as arrived_in
                from {{ posted }}
                where row_bucket in (select row_bucket from new_rows)
            {%- endif %}

        ),

        ranked as (

            select
                *,
                row_number() over (
                    partition by {{ key }}
                    order by
                        {{ version }} desc, arrived_in desc, to_json(struct(*)) desc
                ) as row_rank
            from all_rows

        )

    select * except (arrived_in, row_rank)
    from ranked
    where row_rank = 1

{% endmacro %}
