{#-
    Segments. Rows that can still change, those within the grace period, are segment 0, which
    each run replaces; rows that left it since the last run are a segment of their own:

        run 1, last 10, grace 3:   1: up to 6                   0: 7 to 10
        run 2, last 14:            1: up to 6     2: 7 to 10    0: 11 to 14
        run 9, too many:           9: all that is closed        0: ...

    Where there are more than max_segments, the run reads the closed ones and puts them together
    with its own; no row of the fact is read for that.
-#}
{% macro _segments_of_run(names, scope, remembered) %}
    {% set segments = [] if scope.is_rebuild else remembered.get("segments", []) %}
    {% set number = (segments | map("first") | list + [0]) | max + 1 %}
    {% set redone = (
        daybook._segments_with_late_rows(names, scope, segments)
        if names.late_rows == "repair" and not names.by_batches
        else []
    ) %}
    {% set consolidates = segments | length >= names.max_segments %}
    {% set kept = segments | map("first") | reject("in", redone) | list %}
    {% if consolidates %}
        {% do scope.update({"published": daybook._closed(scope, kept, number)}) %}
    {% endif %}
    {% if names.by_batches %} {% do scope.update({"segment": number | string}) %}
    {% else %}
        {% do daybook._place_rows(
            names, scope, remembered, segments, redone, number, consolidates
        ) %}
    {% endif %}
    {% set replaced = [0] + (
        segments | map("first") | list if consolidates else redone
    ) %}
    {% if scope.continues and not scope.is_rebuild %}
        {% do scope.update(
            {
                "replaced": (
                    "true"
                    if consolidates
                    else "daybook_segment in (" ~ replaced | join(", ") ~ ")"
                )
            }
        ) %}
    {% endif %}
    {% set known = [] if consolidates else segments | list %}
    {#- Of a fact without rows nothing is closed. -#}
    {% if names.by_batches or scope.open_from is not none %}
        {% do known.append([number, scope.get("open_from")]) %}
    {% endif %}
    {% do scope.remembers.update({"segments": known}) %}
    {% if not names.by_batches %}
        {% do daybook._count_late_rows(names, scope, [] if consolidates else kept) %}
    {% endif %}
{% endmacro %}

{#- Which rows of the fact are read, and to which segment each goes. What another run says
    otherwise is a row that is joined: literals would have Spark compile all of it again. -#}
{% macro _place_rows(
    names, scope, remembered, segments, redone, number, consolidates
) %}
    {% set column = daybook._column(names.indicator.name) %}
    {% set places = [] %}
    {% set read = [] %}
    {% set start = namespace(mark=none) %}
    {% for segment, until in segments %}
        {% if segment in redone %}
            {% set range = daybook._range(names.indicator, start.mark, until) %}
            {% do read.append(range) %}
            {% do places.append([range, number if consolidates else segment]) %}
        {% endif %}
        {% set start.mark = until %}
    {% endfor %}
    {% do read.append(
        daybook._up_to_last(
            names,
            scope,
            none if scope.is_rebuild else remembered.get("open_from"),
        )
    ) %}
    {% set is_null = column ~ " is null" %}
    {% if names.null_indicators == "include" and scope.figures.unset %}
        {% do read.append(is_null) %}
    {% endif %}
    {% set cases = ["when " ~ is_null ~ " or " ~ column ~ " >= daybook_open then 0"] %}
    {% for range, segment in places %}
        {% do cases.append("when " ~ range ~ " then " ~ segment) %}
    {% endfor %}
    {% do scope.update(
        {
            "fact": "(select * from "
            ~ names.fact
            ~ " cross join (values ("
            ~ daybook._of_mark(names.indicator, scope.open_from)
            ~ ", "
            ~ number
            ~ ")) as places (daybook_open, daybook_number) where "
            ~ read
            | join(" or ") ~ ")",
            "segment": "case " ~ cases
            | join(" ") ~ " else daybook_number end",
        }
    ) %}
{% endmacro %}

{#- A range of the indicator, as SQL: from a mark on, before another, up to a last one. -#}
{% macro _range(indicator, start, end, last=none) %}
    {% set column = daybook._column(indicator.name) %}
    {% set bounds = [] %}
    {% for operator, mark in ((">=", start), ("<", end), ("<=", last)) if mark is not none %}
        {% do bounds.append(
            column ~ " " ~ operator ~ " " ~ daybook._of_mark(indicator, mark)
        ) %}
    {% endfor %}
    {% do return("(" ~ (bounds | join(" and ") or column ~ " is not null") ~ ")") %}
{% endmacro %}

{#- What is read of the fact from a mark on: up to the last value that it was asked for, and
    nothing where it had none. -#}
{% macro _up_to_last(names, scope, start) %}
    {% if scope.last is none %} {% do return("false") %} {% endif %}
    {% do return(daybook._range(names.indicator, start, none, scope.last)) %}
{% endmacro %}

{#- The published rows of some segments, as those of another. -#}
{% macro _closed(scope, segments, number) %}
    {% set pointer = daybook._pointer_to(scope.state, segments) %}
    {% if not pointer %} {% do return(none) %} {% endif %}
    {% set columns = scope.types | reject("eq", "daybook_segment") | list %}
    {% do return(
        "select "
        ~ daybook._columns(columns)
        ~ ", "
        ~ number
        ~ " as daybook_segment from "
        ~ daybook._batches_relation(this)
        ~ " where "
        ~ daybook._pointer_predicate(dict(scope.state, pointer=pointer))
    ) %}
{% endmacro %}

{#- Of the pointer, the partitions whose value is one of some. -#}
{% macro _pointer_to(state, values) %}
    {% set texts = values | map("string") | list %}
    {% set pointer = {} %}
    {% for partition, ids in state.pointer.items()
        if ids and fromjson(partition)[0] in texts %}
        {% do pointer.update({partition: ids}) %}
    {% endfor %}
    {% do return(pointer) %}
{% endmacro %}
