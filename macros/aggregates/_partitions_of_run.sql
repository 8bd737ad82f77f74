{#-
    The partition-based form: a run makes the partitions again in which rows can still have
    changed, whole. Each row says where its partition begins in the indicator:

        month    from            last 2015-03-09, grace 1d, so open from 2015-03-08:
        2015-01  2015-01-01      stays
        2015-02  2015-02-01      stays
        2015-03  2015-03-01      read again, from 2015-03-01 on
-#}
{% macro _partitions_of_run(names, scope, remembered) %}
    {% if names.by_batches %}
        {% do return(daybook._partitions_of_new_rows(names, scope)) %}
    {% endif %}
    {% set made = {"start": none, "replaced": []} %}
    {% if not scope.is_rebuild and scope.state.pointer.values() | select | list %}
        {% do made.update(
            daybook._open_partitions(names, scope, remembered.get("open_from"))
        ) %}
    {% endif %}
    {% set start = made.start or (
        none if scope.is_rebuild else remembered.get("open_from")
    ) %}
    {% set read = [daybook._up_to_last(names, scope, start)] %}
    {% set redone = [] %}
    {% if names.late_rows == "repair" and not scope.is_rebuild and start is not none %}
        {% set closed = [] %}
        {% for partition, ids in scope.state.pointer.items() if ids %}
            {% do closed.append(fromjson(partition)[0]) %}
        {% endfor %}
        {% do redone.extend(
            daybook._with_late_rows(
                names,
                scope,
                scope.partition[1],
                scope.partition[0],
                closed | reject("in", made.replaced) | list,
                daybook._range(names.indicator, none, start),
            )
        ) %}
    {% endif %}
    {% if redone %}
        {% do read.append(
            "("
            ~ daybook._range(names.indicator, none, start)
            ~ " and "
            ~ daybook._level_in(scope, scope.partition[1], redone)
            ~ ")"
        ) %}
    {% endif %}
    {% do scope.update(
        {
            "fact": "(select * from "
            ~ daybook._joined(names, names.fact)
            ~ " where "
            ~ read
            | join(" or ") ~ ")",
            "is_joined": true,
        }
    ) %}
    {% set replaced = (made.replaced + redone) | unique | list %}
    {% do daybook._replace_partitions(scope, replaced) %}
    {% set kept = [] %}
    {% for partition, ids in scope.state.pointer.items()
        if ids and fromjson(partition)[0] not in replaced %}
        {% do kept.append(fromjson(partition)[0]) %}
    {% endfor %}
    {% do daybook._count_late_rows(names, scope, kept) %}
{% endmacro %}

{#- Where the partition of a value begins, and the partitions from there on. -#}
{% macro _open_partitions(names, scope, open_from) %}
    {% set open = daybook._of_mark(names.indicator, open_from) %}
    {% set query %}
        with
            levels as (
                select
                    cast({{ daybook._column(scope.partition[0]) }} as string) as level,
                    min(daybook_from) as begins
                from {{ daybook._batches_relation(this) }}
                where {{ daybook._pointer_predicate(scope.state) }}
                group by {{ daybook._column(scope.partition[0]) }}
            ),
            opened as (select {{ daybook._where_open_begins(names, scope, open) }} as start from levels)
        select to_json(struct(
            {{ daybook._as_mark(names.indicator, "max(start)") }} as start,
            collect_list(level) filter (where start is null or begins >= start) as replaced
        ))
        from levels
        cross join opened
    {% endset %}
    {% do return(daybook._json_rows(query)[0]) %}
{% endmacro %}

{#- Where the partition begins that a value of the indicator is in: of a level that follows from
    the indicator alone, exactly; of another column of the fact, at the last that begins before. -#}
{% macro _where_open_begins(names, scope, open) %}
    {% set level = scope.partition[1] %}
    {% set words = daybook._words_of(level) %}
    {% set others = names.columns | map("first") | map("lower") | list %}
    {% for join in names.joins %}
        {% do others.extend(join.columns | map("lower")) %}
    {% endfor %}
    {% if others | reject("eq", names.indicator.name | lower) | select(
        "in", words
    ) | list %}
        {% do return("max(begins) filter (where begins <= " ~ open ~ ")") %}
    {% endif %}
    {% do return(
        "least("
        ~ open
        ~ ", min(begins) filter (where level = (select cast("
        ~ level
        ~ " as string) from (select "
        ~ open
        ~ " as "
        ~ daybook._column(names.indicator.name)
        ~ "))))"
    ) %}
{% endmacro %}

{#- Of a batched fact: those that its new rows are in, read again whole. -#}
{% macro _partitions_of_new_rows(names, scope) %}
    {% if scope.is_rebuild %} {% do return(none) %} {% endif %}
    {% set level = scope.partition[1] %}
    {% set query %}
        select distinct to_json(array(cast({{ level }} as string)))
        from {{ daybook._joined(names, scope.fact) }}
    {% endset %}
    {% set levels = daybook._json_rows(query) | map("first") | list %}
    {% do scope.update(
        {
            "fact": "(select * from "
            ~ daybook._joined(names, scope.whole_fact)
            ~ " where "
            ~ daybook._level_in(scope, level, levels)
            ~ ")",
            "is_joined": true,
        }
    ) %}
    {% do daybook._replace_partitions(scope, levels) %}
{% endmacro %}

{% macro _replace_partitions(scope, levels) %}
    {% if scope.continues and not scope.is_rebuild and levels %}
        {% do scope.update(
            {
                "replaced": daybook._level_in(
                    scope, daybook._column(scope.partition[0]), levels
                )
            }
        ) %}
    {% endif %}
{% endmacro %}

{#- Rows whose level is one of some, NULL among them. -#}
{% macro _level_in(scope, level, values) %}
    {% set type = scope.types[scope.partition[0] | lower] %}
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
