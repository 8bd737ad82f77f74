{#-
    Partitions. A run rebuilds those in which rows can still have changed. Each row says where its
    partition begins in the indicator:

        month    from            last 2015-03-09, grace 1d, so open from 2015-03-08:
        2015-01  2015-01-01      stays
        2015-02  2015-02-01      stays
        2015-03  2015-03-01      read again, from 2015-03-01 on

    For a batched fact, it rebuilds those that the new rows belong to.
-#}
{% macro _run_of_partitions(run) %}
    {% set replaced, read = none, "true" %}
    {% if not run.is_rebuild and run.by_batches %}
        {% set query %}
            select distinct to_json(array(cast({{ run.partition[1] }} as string)))
            from {{ daybook._with_joins(run.joins, run.new_rows) }}
        {% endset %}
        {% set replaced = daybook.json_rows(query) | map("first") | list %}
        {% set read = daybook._level_in(run, replaced) %}
    {% elif not run.is_rebuild %}
        {% set replaced, read = daybook._partitions_that_can_change(run) %}
    {% elif not run.by_batches %} {% set read = daybook._up_to_last(run, none) %}
    {% endif %}
    {% set rows = daybook._with_joins(run.joins, run.all_rows) %}
    {% do return(
        {
            "rows": "(select * from " ~ rows ~ " where " ~ read ~ ")",
            "fact_rows": run.fact,
            "replaced": replaced,
            "remembers": {},
        }
    ) %}
{% endmacro %}

{#- The published partitions in which rows can still change, or came late, and the condition for the
    rows of the fact that are read. -#}
{% macro _partitions_that_can_change(run) %}
    {% set found = daybook._open_partitions(run) %}
    {% set start = found.start or run.since %}
    {% set read = daybook._up_to_last(run, start) %}
    {% if run.late_rows != "repair" or start is none %}
        {% do return([found.open, read]) %}
    {% endif %}
    {% set earlier = daybook._range_of_indicator(run.indicator, none, start) %}
    {% set redone = daybook._to_repair(
        run,
        place=run.partition[1],
        column=run.partition[0],
        closed=found.published | reject("in", found.open) | list,
        where=earlier,
    ) %}
    {% set late = earlier ~ " and " ~ daybook._level_in(run, redone) %}
    {% do return([found.open + redone, read ~ " or " ~ late]) %}
{% endmacro %}

{#- Where the partition begins in which the last run left rows open, the partitions from there on,
    and all that are published. -#}
{% macro _open_partitions(run) %}
    {% set type = run.indicator.type %}
    {% set column = daybook.quoted_column(run.partition[0]) %}
    {% set query %}
        with
            daybook_levels as (
                select cast({{ column }} as string) as daybook_level, min(daybook_from) as daybook_begin
                from {{ daybook.batches_table(this) }}
                where {{ daybook.pointer_condition(run.state) }}
                group by {{ column }}
            ),
            daybook_opened as (
                select {{ daybook._open_begin(run, daybook.value_of_mark(type, run.since)) }} as daybook_start
                from daybook_levels
            )
        select to_json(struct(
            {{ daybook.mark_of(type, "max(daybook_start)") }} as start,
            collect_list(daybook_level) filter (
                where daybook_start is null or daybook_begin >= daybook_start
            ) as open,
            collect_list(daybook_level) as published
        ))
        from daybook_levels
        cross join daybook_opened
    {% endset %}
    {% do return(daybook.json_rows(query)[0]) %}
{% endmacro %}

{#- Where the partition begins that a value of the indicator belongs to. If a level is SQL of the
    indicator alone, the value's level says which partition that is. If it has other columns, it can
    only be the last one that begins before the value. -#}
{% macro _open_begin(run, open) %}
    {%- set indicator, level = run.indicator.name, run.partition[1] -%}
    {%- set words, others = modules.re.findall("\\w+", level | lower), [] -%}
    {%- for name in run.names | map("lower") | reject("eq", indicator | lower)
        if name in words or daybook.quoted_column(name) in level | lower -%}
        {%- do others.append(name) -%}
    {%- endfor -%}
    {%- if others -%} max(daybook_begin) filter (where daybook_begin <= {{ open }})
    {%- else -%}
        least(
            {{ open }},
            min(daybook_begin) filter (
                where
                    daybook_level = (
                        select cast({{ level }} as string)
                        from
                            (
                                select
                                    {{ open }} as {{ daybook.quoted_column(indicator) }}
                            )
                    )
            )
        )
    {%- endif -%}
{% endmacro %}

{#- The condition that a row of the fact belongs to one of some partitions; a level may be NULL. -#}
{% macro _level_in(run, values) %}
    {% set name, level = run.partition %}
    {% set type = daybook.type_of(name, run.state.types.items()) %}
    {% set literals, terms = [], [] %}
    {% for value in values | reject("none") %}
        {% do literals.append(daybook.value_of_mark(type, value)) %}
    {% endfor %}
    {% if literals %}
        {% do terms.append("(" ~ level ~ ") in (" ~ literals | join(", ") ~ ")") %}
    {% endif %}
    {% if none in values %} {% do terms.append("(" ~ level ~ ") is null") %} {% endif %}
    {% do return("(" ~ (terms | join(" or ") or "false") ~ ")") %}
{% endmacro %}
