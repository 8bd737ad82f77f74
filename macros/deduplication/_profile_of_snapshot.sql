{#-
    One query on the snapshot, before anything is written:

        rows            how many it has
        days            [{day, rows}, ...]
        first_version   the lowest of the snapshot, as SQL
        last_mark       the mark of the highest of both sides, for the log
        is_in_order     no version is lower than the highest published one
        is_new          all versions are higher than that
        is_merged_alike what is published was merged by the same key and version: only then is
                        the highest published version known, and no key is there twice

    Refused is one that has rows without a version or a day.
-#}
{% macro _profile_of_snapshot(arguments, columns, so_far) %}
    {% set remembered, version = so_far.remembered, arguments.version %}
    {% set is_merged_alike = (
        not so_far.continues
        or remembered.get("merged_by") == arguments.merged_by
        and "last_mark" in remembered
    ) %}
    {% set type = daybook.type_of(version, columns) %}
    {% set no_version = version ~ " is null" %}
    {% if type in ("float", "double") %}
        {#- To Spark, NaN is higher than any number. -#}
        {% set no_version = no_version ~ " or isnan(" ~ version ~ ")" %}
    {% endif %}
    {% set last_version %}
        {% if is_merged_alike %}
            {{ daybook.value_of_mark(type, remembered.get("last_mark")) }}
        {% elif version | lower not in so_far.state.columns | map("lower") %}
            cast(null as {{ type }})
        {% else %}
            (select max(cast({{ version }} as {{ type }})) from {{ arguments.posted }})
        {% endif %}
    {% endset %}
    {% set last_of_both = "greatest(max(daybook_last), " ~ last_version ~ ")" %}
    {% set day = daybook.quoted_column(arguments.day) if arguments.day else "'all'" %}
    {% set query %}
        select
            to_json(struct(
                ifnull(sum(daybook_rows), 0) as rows,
                ifnull(sum(daybook_unversioned), 0) as unversioned,
                {{ daybook.mark_of(type, "min(daybook_first)") }} as first_mark,
                {{ daybook.mark_of(type, last_of_both) }} as last_mark,
                ifnull(min(daybook_first) >= {{ last_version }}, true) as is_in_order,
                ifnull(min(daybook_first) > {{ last_version }}, true) as is_new,
                collect_list(struct(daybook_day as day, daybook_rows as rows)) as days
            ))
        from (
            select
                string({{ day }}) as daybook_day,
                count(*) as daybook_rows,
                count_if({{ no_version }}) as daybook_unversioned,
                min({{ version }}) as daybook_first,
                max({{ version }}) as daybook_last
            from {{ arguments.incoming }}
            group by {{ day }}
        )
    {% endset %}
    {% set profile = daybook.json_rows(query)[0] %}
    {% set undated = profile.days | selectattr("day", "undefined") %}
    {% set lacking = [profile.unversioned, undated | map(attribute="rows") | sum] %}
    {% do daybook._refuse_unplaced(
        {"events": profile.rows, "counts": lacking},
        [[version, ""], [arguments.day, ""]],
        rows="rows of the snapshot",
    ) %}
    {% do return(
        dict(
            profile,
            first_version=daybook.value_of_mark(
                type, profile.get("first_mark")
            ),
            is_merged_alike=is_merged_alike,
            is_in_order=is_merged_alike and profile.is_in_order,
            is_new=is_merged_alike and profile.is_new,
        )
    ) %}
{% endmacro %}

{#- [[name, type], ...] of the snapshot, without the columns that a batched model adds. A `batch_id`
    that is the source's own stays, so that the batch is refused. -#}
{% macro _columns_of_snapshot(arguments) %}
    {% set query = "select * from " ~ arguments.incoming %}
    {% set columns = daybook.describe("query", query).columns %}
    {% set added = ("posted_batch_id", "batch_id") %}
    {% if added[0] in columns | map("first") %}
        {% set columns = columns | rejectattr("0", "in", added) | list %}
    {% endif %}
    {% set given = {"key": arguments.key, "version": arguments.version} %}
    {% do daybook.check_columns(this, given, "the snapshot", columns) %}
    {% do return(columns) %}
{% endmacro %}

{#- A snapshot that was cut short would remove nothing; but old values would stay, and nobody
    would know. -#}
{% macro _refuse_short_snapshot(arguments, rows, rows_before) %}
    {% if rows_before and rows_before - rows > arguments.largest_loss * rows_before %}
        {% call daybook.refuse(this) %}
            the snapshot has {{ rows }} rows, where the last one had {{ rows_before }}: it has
            lost {{ (100 * (1 - rows / rows_before)) | round(1) }} %, and
            largest_loss={{ arguments.largest_loss }} allows
            {{ (100 * arguments.largest_loss) | round(1) }} %. Nothing was published: if the
            snapshot is whole, raise largest_loss
        {% endcall %}
    {% endif %}
{% endmacro %}
