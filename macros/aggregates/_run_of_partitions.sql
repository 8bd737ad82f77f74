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
    {% set state = so_far.state %}
    {% if arrivals.is_rebuild %}
        {% set replaced = daybook._published_values(state) %}
        {% set read = (
            "true"
            if aggregate.by_batches
            else daybook._up_to_last(aggregate.indicator, arrivals)
        ) %}
    {% elif aggregate.by_batches %}
        {% set new_rows = daybook._with_joins(aggregate.joins, arrivals.rows) %}
        {% set query %}
            select distinct to_json(array(cast({{ partition[1] }} as string)))
            from {{ new_rows }}
        {% endset %}
        {% set replaced = daybook._json_rows(query) | map("first") | list %}
        {% set read = daybook._level_in(state, partition, replaced) %}
    {% else %}
        {% set replaced, read = daybook._partitions_that_can_change(
            aggregate, state, arrivals, partition
        ) %}
    {% endif %}
    {% set rows = daybook._with_joins(aggregate.joins, arrivals.all_rows) %}
    {% do return(
        {
            "rows": "(select * from " ~ rows ~ " where " ~ read ~ ")",
            "fact_rows": aggregate.fact,
            "segment": none,
            "replaced": replaced,
            "replaces_all": arrivals.is_rebuild,
            "remembers": {},
        }
    ) %}
{% endmacro %}

{#- The published partitions in which rows can still change, or came late, and the condition for the
    rows of the fact that are read. -#}
{% macro _partitions_that_can_change(aggregate, state, arrivals, partition) %}
    {% set published = daybook._published_values(state) %}
    {% set open = (
        daybook._open_partitions(aggregate, state, partition, arrivals.since)
        if published
        else {}
    ) %}
    {% set start, opened = open.start or arrivals.since, open.replaced or [] %}
    {% set read = daybook._up_to_last(aggregate.indicator, arrivals, start) %}
    {% if aggregate.late_rows != "repair" or start is none %}
        {% do return([opened, read]) %}
    {% endif %}
    {% set earlier = daybook._range_of_indicator(aggregate.indicator, none, start) %}
    {% set redone = daybook._to_repair(
        aggregate,
        state,
        place=partition[1],
        column=partition[0],
        closed=published | reject("in", opened) | list,
        where=earlier,
    ) %}
    {% set in_redone = daybook._level_in(state, partition, redone) %}
    {% do return([opened + redone, read ~ " or " ~ earlier ~ " and " ~ in_redone]) %}
{% endmacro %}

{#- Where the partition of a mark begins, and the partitions from there on. -#}
{% macro _open_partitions(aggregate, state, partition, mark) %}
    {% set open = daybook._value_of(aggregate.indicator.type, mark) %}
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
            {{ daybook._mark_of(aggregate.indicator.type, "max(daybook_start)") }} as start,
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
    {%- set used = [] -%}
    {%- for column in others
        if column in words or daybook._column(column) in level | lower -%}
        {%- do used.append(column) -%}
    {%- endfor -%}
    {%- if used | reject("eq", indicator | lower) | list -%}
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
    {% set level = "(" ~ partition[1] ~ ")" %}
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
