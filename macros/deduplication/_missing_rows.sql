{#-
    The published rows that the snapshot lacks. Where the keys of a bucket are those of the batch
    adopted last, that batch lacks nothing, and what was missing then is missing still. So only
    rows of buckets that differ are compared, key by key; and the rows that stand in the model's
    own files, as all of them do before the first time.
-#}
{% macro _missing_rows(scope, state) %}
    {% set columns = daybook._columns(scope.columns) %}
    {% set sources = [] %}
    {% if scope.differing and scope.replaced %}
        {% do sources.append(
            daybook._of_differing(
                scope,
                columns,
                scope.own,
                daybook._pointer_predicate(
                    dict(state, pointer=scope.replaced)
                ),
            )
        ) %}
    {% endif %}
    {% if scope.whole %}
        {% do sources.append(
            "select "
            ~ columns
            ~ " from "
            ~ scope.own
            ~ " where "
            ~ daybook._pointer_predicate(dict(state, pointer=scope.whole))
        ) %}
    {% endif %}
    {% if not sources %} {% do return(none) %} {% endif %}
    {% set published = "(" ~ sources | join("\nunion all\n") ~ ") as published" %}
    {% if not scope.differing %}
        {% do return("select * from " ~ published) %}
    {% endif %}
    {% set matches = [] %}
    {% for column in scope.key %}
        {% do matches.append("published." ~ column ~ " <=> snapshot." ~ column) %}
    {% endfor %}
    {% do return(
        "select * from "
        ~ published
        ~ "\nleft anti join ("
        ~ daybook._lent_of_differing(scope)
        ~ ") as snapshot on "
        ~ matches
        | join(" and ")
    ) %}
{% endmacro %}

{#- Keys of the snapshot in buckets that differ. -#}
{% macro _lent_of_differing(scope) %}
    {% set condition = "batch_id = " ~ scope.batch_id %}
    {% if scope.first_day is not none %}
        {% set column, type = scope.partition_by[0] %}
        {% set condition = (
            condition
            ~ " and "
            ~ daybook._column(column)
            ~ " >= "
            ~ daybook._literal(scope.first_day, type)
        ) %}
    {% endif %}
    {% do return(
        daybook._of_differing(
            scope, scope.key | join(", "), scope.lenders, condition
        )
    ) %}
{% endmacro %}

{#- Where most buckets differ, to look for them costs more than to compare all rows. -#}
{% macro _of_differing(scope, columns, table, condition) %}
    {%- if scope.is_most -%}
        {%- do return(
            "select " ~ columns ~ " from " ~ table ~ " where " ~ condition
        ) -%}
    {%- endif -%}
    {%- set names = scope.partition_by | map("first") | list %}
    select {{ columns }}
    from
        (
            select *, {{ daybook._place(scope) }} as daybook_place
            from {{ table }}
            where {{ condition }}
        )
    left semi join
        (
            select {{ daybook._place_of(names, "daybook_bucket") }} as daybook_place
            from {{ daybook._both_digests(scope) }}
            where differs
        ) using (daybook_place)
{% endmacro %}

{#- Equal digests of keys that were unique show that they are; the others are counted. -#}
{% macro _rows_of_shared_keys(scope) %}
    {% set query %}
        select to_json(array(ifnull(sum(rows), 0)))
        from
            (
                select count(*) as rows
                from ({{ daybook._lent_of_differing(scope) }})
                group by {{ scope.key | join(", ") }}
                having rows > 1
            )
    {% endset %}
    {% do return(daybook._json_rows(query)[0][0]) %}
{% endmacro %}

{#- Digests of batches that are no longer shown: nothing will be compared with them. -#}
{% macro _drop_old_digests(relation, log) %}
    {% set digests = daybook._digests_relation(relation) %}
    {% set state = daybook._state(log) %}
    {% set shown = [] %}
    {% for ids in state.pointer.values() %} {% do shown.extend(ids) %} {% endfor %}
    {% set kept = (
        run_query("show partitions " ~ digests)
        if daybook._exists(digests)
        else []
    ) %}
    {% for row in kept %}
        {% set id = row[0].rpartition("=")[2] | int %}
        {% if id not in shown %}
            {% do daybook._run(
                "alter table "
                ~ digests
                ~ " drop if exists partition (batch_id = "
                ~ id
                ~ ")"
            ) %}
        {% endif %}
    {% endfor %}
{% endmacro %}
