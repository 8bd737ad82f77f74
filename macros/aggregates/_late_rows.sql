{#-
    Rows that came, or went, later than the grace period. Each row of an aggregate says how many
    rows of the fact are in it; what is missing is the difference to what the fact was asked.
-#}
{% macro _count_late_rows(names, scope, kept) %}
    {% set pointer = (
        {} if scope.is_rebuild else daybook._pointer_to(scope.state, kept)
    ) %}
    {% set unset = scope.figures.unset if names.null_indicators == "include" else 0 %}
    {% set way_out = (
        "Run it with late_rows='repair', which rebuilds what they belong to"
    ) %}
    {% do scope.update(
        {
            "counts": {
                "of": "ifnull(sum(daybook_rows), 0)",
                "kept": (
                    daybook._pointer_predicate(
                        dict(scope.state, pointer=pointer)
                    )
                    if pointer
                    else none
                ),
                "rows": scope.figures.rows + unset,
                "is_refused": names.late_rows == "refuse",
                "why": "rows of "
                ~ names.fact
                ~ " came later than grace_period="
                ~ names.grace_period
                ~ " allows, and are not in it. "
                ~ way_out
                ~ "; a longer grace_period spares those to come",
                "why_more": (
                    "rows more are in it than "
                    ~ names.fact
                    ~ " had when it was asked: closed ones have gone, or others joined since. "
                    ~ way_out
                    if names.late_rows != "repair"
                    else none
                ),
            }
        }
    ) %}
{% endmacro %}

{#- The segments for which the fact has another number of rows than they. -#}
{% macro _segments_with_late_rows(names, scope, segments) %}
    {% if not segments %} {% do return([]) %} {% endif %}
    {% set start = namespace(mark=none) %}
    {% set cases = [] %}
    {% for segment, until in segments %}
        {% do cases.append(
            "when "
            ~ daybook._range(names.indicator, start.mark, until)
            ~ " then "
            ~ segment
        ) %}
        {% set start.mark = until %}
    {% endfor %}
    {% do return(
        daybook._with_late_rows(
            names,
            scope,
            "case " ~ cases | join(" ") ~ " end",
            "daybook_segment",
            segments | map("first") | list,
            daybook._range(names.indicator, none, start.mark),
        )
        | map("int")
        | list
    ) %}
{% endmacro %}

{#- Of some partitions those for which the fact has another number of rows, as text. -#}
{% macro _with_late_rows(names, scope, place, column, closed, where) %}
    {% set pointer = daybook._pointer_to(scope.state, closed) %}
    {% set posted %}
        select cast({{ daybook._column(column) }} as string) as place, daybook_rows as rows
        from {{ daybook._batches_relation(this) }}
        where {{ daybook._pointer_predicate(dict(scope.state, pointer=pointer)) }}
    {% endset %}
    {% set query %}
        select to_json(array(place, cast(abs(sum(rows)) as string)))
        from
            (
                select cast({{ place }} as string) as place, -count(*) as rows
                from {{ daybook._joined(names, names.fact) }}
                where {{ where }}
                group by {{ place }}
                {% if pointer %} union all {{ posted }} {% endif %}
            )
        group by place
        having sum(rows) <> 0
    {% endset %}
    {% set found = daybook._json_rows(query) %}
    {% if found %}
        {% set rows = namespace(count=0) %}
        {% for place, count in found %}
            {% set rows.count = rows.count + count | int %}
        {% endfor %}
        {% do daybook._say(
            this,
            rows.count ~ " rows came late, or went: " ~ found
            | length
            ~ " closed "
            ~ ("partitions are" if scope.partition else "segments are")
            ~ " rebuilt",
        ) %}
    {% endif %}
    {% do return(found | map("first") | list) %}
{% endmacro %}
