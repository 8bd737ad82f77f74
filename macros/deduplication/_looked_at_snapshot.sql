{#- What the snapshot is asked before it is taken in: its columns, and one look at its rows.
    [[name, type], ...] of the snapshot, without what a batched model has beside. -#}
{% macro _columns_of_snapshot(names) %}
    {% set columns = [] %}
    {% for name, type in daybook._described(
        "query", "select * from " ~ names.incoming
    ).columns if name | lower not in ("posted_batch_id", "batch_id") %}
        {% do columns.append([name, type]) %}
    {% endfor %}
    {% do daybook._check_columns_given(
        this,
        {"key": names.key, "version": names.version},
        "the snapshot",
        columns,
    ) %}
    {% do return(columns) %}
{% endmacro %}

{#- One look at the snapshot: its rows by day, its versions, and what lacks either. -#}
{% macro _looked_at_snapshot(names, columns, last) %}
    {% set version = daybook._column(names.version) %}
    {% set day = daybook._column(names.day) if names.day else "'all'" %}
    {% set last = (
        "cast("
        ~ (daybook._quoted(last) if last is not none else "null")
        ~ " as "
        ~ daybook._type_of(names.version, columns)
        ~ ")"
    ) %}
    {% set query %}
        select
            to_json(
                struct(
                    ifnull(sum(rows), 0) as rows,
                    ifnull(sum(unversioned), 0) as unversioned,
                    cast(min(first_version) as string) as first_version,
                    cast(greatest(max(last_version), {{ last }}) as string) as last_version,
                    ifnull(min(first_version) >= {{ last }}, true) as is_in_order,
                    ifnull(min(first_version) > {{ last }}, true) as is_new,
                    collect_list(struct(day, rows)) as days
                )
            )
        from
            (
                select
                    cast({{ day }} as string) as day,
                    count(*) as rows,
                    count_if({{ version }} is null) as unversioned,
                    min({{ version }}) as first_version,
                    max({{ version }}) as last_version
                from {{ names.incoming }}
                group by {{ day }}
            )
    {% endset %}
    {% do return(daybook._json_rows(query)[0]) %}
{% endmacro %}

{#- The highest version of the snapshot and of what is published, where that is not known. -#}
{% macro _versions_of_both(names, columns, last) %}
    {% set type = daybook._type_of(names.version, columns) %}
    {% set last = daybook._quoted(last) if last is not none else "null" %}
    {% set query %}
        select to_json(array(cast(greatest(
            max(cast({{ daybook._column(names.version) }} as {{ type }})),
            cast({{ last }} as {{ type }})
        ) as string)))
        from {{ names.posted }}
    {% endset %}
    {% do return(
        {
            "last_version": daybook._json_rows(query)[0][0],
            "is_in_order": false,
            "is_new": false,
        }
    ) %}
{% endmacro %}
