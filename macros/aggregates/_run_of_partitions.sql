{#-
    Partitions. A run rebuilds those in which rows can still have changed. Each row says where its
    partition begins in the indicator:

        month    from            last 2015-03-09, grace 1d, so open from 2015-03-08:
        2015-01  2015-01-01      stays
        2015-02  2015-02-01      stays
        2015-03  2015-03-01      read again, from 2015-03-01 on

    For a batched fact, it rebuilds those that the new rows belong to.
-#}
{% macro _run_of_partitions(aggregate, so_far, arrivals, partition) %}
    {% set rows = daybook._with_joins(aggregate.joins, arrivals.all_rows) %}
    {% set run = (
        daybook._partitions_of_new_rows(
            aggregate, so_far.state, arrivals, partition
        )
        if aggregate.by_batches
        else daybook._partitions_that_are_open(
            aggregate, so_far.state, arrivals, partition
        )
    ) %}
    {% do return(
        {
            "rows": "(select * from " ~ rows ~ " where " ~ run.read ~ ")",
            "fact_rows": aggregate.fact,
            "segment": none,
            "replaced": run.replaced,
            "replaces_all": arrivals.is_rebuild,
            "remembers": {},
        }
    ) %}
{% endmacro %}

{#- Which partitions are replaced, and the condition for the rows of the fact that are read. -#}
{% macro _partitions_of_new_rows(aggregate, state, arrivals, partition) %}
    {% if arrivals.is_rebuild %}
        {% do return({"replaced": [], "read": "true"}) %}
    {% endif %}
    {% set query %}
        select distinct to_json(array(cast({{ partition[1] }} as string)))
        from {{ daybook._with_joins(aggregate.joins, arrivals.rows) }}
    {% endset %}
    {% set replaced = daybook._json_rows(query) | map("first") | list %}
    {% do return(
        {
            "replaced": replaced,
            "read": daybook._level_in(state, partition, replaced),
        }
    ) %}
{% endmacro %}

{#- The same, of those in which rows can still change, or came late. -#}
{% macro _partitions_that_are_open(aggregate, state, arrivals, partition) %}
    {% set indicator = aggregate.indicator %}
    {% set published = (
        [] if arrivals.is_rebuild else daybook._published_values(state)
    ) %}
    {% set open = (
        daybook._open_partitions(aggregate, state, partition, arrivals.since)
        if published
        else {}
    ) %}
    {% set start, opened = open.start or arrivals.since, open.replaced or [] %}
    {% set redone = daybook._partitions_to_repair(
        aggregate,
        state,
        partition,
        closed=published | reject("in", opened) | list,
        start=start,
    ) %}
    {% set read = daybook._up_to_last(indicator, arrivals, start) %}
    {% if redone %}
        {% set earlier = daybook._range_of_indicator(indicator, none, start) %}
        {% set in_redone = daybook._level_in(state, partition, redone) %}
        {% set read = read ~ " or " ~ earlier ~ " and " ~ in_redone %}
    {% endif %}
    {% do return({"replaced": opened + redone, "read": read}) %}
{% endmacro %}

{#- Where the partition of a mark begins, and the partitions from there on. -#}
{% macro _open_partitions(aggregate, state, partition, mark) %}
    {% set open = daybook._value_of(aggregate.indicator, mark) %}
    {% set column = daybook._column(partition[0]) %}
    {% set query %}
        with
            daybook_levels as (
                select cast({{ column }} as string) as daybook_level, min(daybook_from) as daybook_begin
                from {{ daybook._batches_relation(this) }}
                where {{ daybook._pointer_predicate(state) }}
                group by {{ column }}
            ),
            daybook_opened as (
                select {{ daybook._open_begin(aggregate, partition[1], open) }} as daybook_start
                from daybook_levels
            )
        select to_json(struct(
            {{ daybook._mark_of(aggregate.indicator, "max(daybook_start)") }} as start,
            collect_list(daybook_level) filter (
                where daybook_start is null or daybook_begin >= daybook_start
            ) as replaced
        ))
        from daybook_levels
        cross join daybook_opened
    {% endset %}
    {% do return(daybook._json_rows(query)[0]) %}
{% endmacro %}

{#- Where the partition begins that a value of the indicator belongs to. Of a level that is SQL of
    the indicator alone, the value's level says which partition that is. Of a level with other
    columns, it can only be the last that begins before the value. -#}
{% macro _open_begin(aggregate, level, open) %}
    {%- set words = modules.re.findall("\\w+", level | lower) -%}
    {%- set others = aggregate.columns | map("first") | map("lower") | list -%}
    {%- for join in aggregate.joins -%}
        {%- do others.extend(join.columns | map("lower")) -%}
    {%- endfor -%}
    {%- set indicator = aggregate.indicator.name -%}
    {%- if others | reject("eq", indicator | lower) | select("in", words) | list -%}
        max(daybook_begin) filter (where daybook_begin <= {{ open }})
    {%- else -%}
        least(
            {{ open }},
            min(daybook_begin) filter (
                where
                    daybook_level = (
                        select cast({{ level }} as string)
                        from (select {{ open }} as {{ daybook._column(indicator) }})
                    )
            )
        )
    {%- endif -%}
{% endmacro %}

{#- The condition that a row of the fact belongs to one of some partitions; a level may be NULL. -#}
{% macro _level_in(state, partition, values) %}
    {% set level = partition[1] %}
    {% set type = daybook._type_of(partition[0], state.types.items()) %}
    {% set literals = [] %}
    {% for value in values if value is not none %}
        {% do literals.append(daybook._literal(value, type)) %}
    {% endfor %}
    {% set terms = [] %}
    {% if literals %}
        {% do terms.append(level ~ " in (" ~ literals | join(", ") ~ ")") %}
    {% endif %}
    {% if none in values %} {% do terms.append(level ~ " is null") %} {% endif %}
    {% do return("(" ~ (terms | join(" or ") or "false") ~ ")") %}
{% endmacro %}
