{#-
    Which rows of its dimensions an aggregate's closed rows were made with, as hashes:

        daybook_join  daybook_key  daybook_value                        daybook_part
        0             hash of 17   hash of category; NULL: no such row  1449784608

    They lie in <model>__dimensions, one part a run; the log names the parts that count, so what
    a dead run left does not. Where a hash is another one now, the dimension has changed under
    rows that no run would read again. A part that is gone costs a rebuild, and no more.
-#}
{% macro _dimensions_relation(relation) %}
    {% do return(
        daybook._beside(relation, "__dimensions").incorporate(type="table")
    ) %}
{% endmacro %}

{% macro _find_changed_dimensions(names, scope, remembered) %}
    {% set parts = remembered.get("dimension_parts", []) %}
    {% if scope.is_rebuild or not parts %} {% do return(none) %} {% endif %}
    {% set table = daybook._dimensions_relation(this) %}
    {% set found = [] %}
    {% for row in (
        run_query("show partitions " ~ table)
        if daybook._exists(table)
        else []
    ) %}
        {% do found.append(row[0].split("=")[1] | int) %}
    {% endfor %}
    {% set query %}
        with
            present as ({{ daybook._present_keys(names) }}),
            seen as (
                select distinct daybook_join, daybook_key, daybook_value
                from {{ table }}
                where daybook_part in ({{ parts | join(", ") }})
            )
        select to_json(array(count(*)))
        from seen
        left join
            present
            on seen.daybook_join = present.daybook_join
            and seen.daybook_key = present.daybook_key
        where not seen.daybook_value <=> present.daybook_value
    {% endset %}
    {% set is_whole = parts | reject("in", found) | list == [] %}
    {% set changed = daybook._json_rows(query)[0][0] if is_whole else none %}
    {% if changed == 0 %} {% do return(none) %} {% endif %}
    {% set why = (
        changed
        ~ " rows of its dimensions have changed, or have come, under rows that it has"
        if is_whole
        else "what it knows of its dimensions is gone"
    ) %}
    {% if names.changed_dimensions == "refuse" %}
        {% do daybook._raise(
            this,
            why
            ~ ". Nothing was written: rebuild it with --full-refresh, or say"
            ~ " changed_dimensions='rebuild'",
        ) %}
    {% endif %}
    {% do daybook._say(this, why ~ ": it is rebuilt from the whole fact") %}
    {% do scope.update({"is_rebuild": true}) %}
    {% if names.by_batches %}
        {% do scope.update({"fact": scope.whole_fact}) %}
    {% endif %}
{% endmacro %}

{#- Two rows of one key would count each row of the fact twice. -#}
{% macro _refuse_doubled_keys(names) %}
    {% for join in names.joins %}
        {% set keys = daybook._columns(join.key.values()) %}
        {% set query %}
            select to_json(array(count(*)))
            from
                (
                    select {{ keys }}
                    from {{ join.relation }}
                    where {{ keys | replace(", ", " is not null and ") }} is not null
                    group by {{ keys }}
                    having count(*) > 1
                )
        {% endset %}
        {% set doubled = daybook._json_rows(query)[0][0] %}
        {% if doubled %}
            {% do daybook._raise(
                this,
                join.relation
                ~ " has "
                ~ doubled
                ~ " keys ("
                ~ keys
                ~ ") with several rows, and rows of the fact would count several times. Nothing"
                ~ " was written: join a relation with one row for each key",
            ) %}
        {% endif %}
    {% endfor %}
{% endmacro %}

{#- The hashes of all rows of the dimensions. -#}
{% macro _present_keys(names) %}
    {%- for join in names.joins -%}
        {%- set keys = join.key.values() | list -%}
        {{ "union all" if not loop.first }}
        select
            {{ loop.index0 }} as daybook_join,
            {{ daybook._hash_of(keys) }} as daybook_key,
            {{ daybook._hash_of(join.columns.values() | list) }} as daybook_value
        from {{ join.relation }}
    {%- endfor -%}
{% endmacro %}

{#- By their text, so that NULL in one column is not NULL in another. -#}
{% macro _hash_of(columns, types=none) %}
    {% set fields = [] %}
    {% for column in columns %}
        {% set value = daybook._column(column) %}
        {% if types %}
            {% set value = "try_cast(" ~ value ~ " as " ~ types[loop.index0] ~ ")" %}
        {% endif %}
        {% do fields.append(value ~ " as c" ~ loop.index0) %}
    {% endfor %}
    {% do return(
        "xxhash64(to_json(struct(" ~ fields
        | join(", ")
        ~ "), map('ignoreNullFields', 'false', 'timestampFormat', "
        ~ "'yyyy-MM-dd HH:mm:ss.SSSSSSXXX', 'timestampNTZFormat',"
        ~ " 'yyyy-MM-dd HH:mm:ss.SSSSSS')))"
    ) %}
{% endmacro %}

{#- Keeps the hashes that rows closed by this run were made with, before they are read: what
    changes in between is found by the next run. -#}
{% macro _keep_dimension_keys(names, scope, remembered) %}
    {% set table = daybook._dimensions_relation(this) %}
    {% set before = [] if scope.is_rebuild else remembered.get("dimension_parts", []) %}
    {#- Those of what is published stay, should this run die. -#}
    {% set published = scope.state.remembers.get("dimension_parts", []) %}
    {% set part = [daybook._epoch_now(), (published + [0]) | max + 1] | max %}
    {% set parts = (
        [part] if before | length >= names.max_segments else before + [part]
    ) %}
    {% do daybook._create_schema_of(this, table) %}
    {% do daybook._run(
        "create table if not exists "
        ~ table
        ~ " (daybook_join int, daybook_key bigint, daybook_value bigint, daybook_part bigint)"
        ~ " using parquet partitioned by (daybook_part)"
    ) %}
    {% set closed = (
        "true"
        if names.by_batches
        else daybook._range(names.indicator, none, scope.open_from)
    ) %}
    {% set seen %}
        select daybook_join, daybook_key, daybook_value
        from {{ table }}
        where daybook_part in ({{ (before + [0]) | join(", ") }})
    {% endset %}
    {% set rows = scope.fact if not scope.is_joined else names.fact %}
    {% set query %}
        with
            present as ({{ daybook._present_keys(names) }}),
            closed as (select * from {{ rows }} where {{ closed }}),
            used as (
                {% for join in names.joins -%}
                    {%- set keys = join.key | list -%}
                    {{ "union" if not loop.first }}
                    select distinct
                        {{ loop.index0 }} as daybook_join,
                        {{ daybook._hash_of(keys, join.types) }} as daybook_key
                    from closed
                    where {{ daybook._columns(keys) | replace(", ", " is not null and ") }}
                        is not null
                {%- endfor %}
            )
        select distinct daybook_join, daybook_key, daybook_value, {{ part }}l as daybook_part
        from
            (
                select used.daybook_join, used.daybook_key, present.daybook_value
                from used
                left join
                    present
                    on used.daybook_join = present.daybook_join
                    and used.daybook_key = present.daybook_key
                {% if parts | length > 1 -%}
                    left anti join
                        ({{ seen }}) as seen
                        on used.daybook_join = seen.daybook_join
                        and used.daybook_key = seen.daybook_key
                {%- elif before -%} union all {{ seen }}
                {%- endif %}
            )
    {% endset %}
    {% do daybook._insert_rows(table, query, "dimensions") %}
    {#- A part without rows makes no partition. -#}
    {% set made = run_query(
        "show partitions "
        ~ table
        ~ " partition (daybook_part = "
        ~ part
        ~ ")"
    ) %}
    {% do scope.remembers.update(
        {
            "dimension_parts": (
                parts if made | length else parts | reject("eq", part) | list
            )
        }
    ) %}
    {% do daybook._drop_dimension_parts(
        table, published + scope.remembers.dimension_parts
    ) %}
{% endmacro %}

{#- Those that neither what is published nor what is being written counts. -#}
{% macro _drop_dimension_parts(table, kept) %}
    {% for row in run_query("show partitions " ~ table) %}
        {% set part = row[0].split("=")[1] | int %}
        {% if part not in kept %}
            {% do daybook._run(
                "alter table "
                ~ table
                ~ " drop if exists partition (daybook_part = "
                ~ part
                ~ ")"
            ) %}
        {% endif %}
    {% endfor %}
{% endmacro %}
