{#-
    Segments. Rows that can still change, those within the grace period, are segment 0, which
    each run replaces; rows that left it since the last run are a segment of their own:

        run 1, last 10, grace 3:   1: up to 6                   0: 7 to 10
        run 2, last 14:            1: up to 6     2: 7 to 10    0: 11 to 14
        run 9, too many:           9: all that is closed        0: ...

    If there would be more than max_segments, the run merges the closed ones with its own rows; it
    reads no row of the fact for that.
-#}
{% macro _run_of_segments(run) %}
    {% set segments = [] if run.is_rebuild else run.remembered.get("segments", []) %}
    {% set numbers = segments | map("first") | list %}
    {% set number = ([0] + numbers) | max + 1 %}
    {% set merges = segments | length >= run.max_segments %}
    {% set repaired = daybook._segments_to_repair(run, segments) %}
    {% set redone = repaired | map("first") | list %}
    {% set fact_rows, segment = run.new_rows, number %}
    {% if not run.by_batches %}
        {% set fact_rows, segment = daybook._placed_rows(
            run, repaired, number, merges
        ) %}
    {% endif %}
    {% set kept = numbers | reject("in", redone) | list %}
    {#- A fact without rows closes nothing. -#}
    {% set closes = run.by_batches or run.open_from is not none %}
    {% set closed = [[number, run.open_from]] if closes else [] %}
    {% do return(
        {
            "rows": daybook._with_joins(run.joins, fact_rows),
            "fact_rows": fact_rows,
            "segment": segment,
            "number": number,
            "merged": (
                daybook._published_in(run.state, kept) if merges else none
            ),
            "replaced": none if merges or run.is_rebuild else [0] + redone,
            "remembers": {"segments": ([] if merges else segments) + closed},
        }
    ) %}
{% endmacro %}

{#- Which rows of the fact are read, and the segment of each. What changes from run to run is a
    row that is joined: as literals, it would make Spark compile all of it again. -#}
{% macro _placed_rows(run, repaired, number, merges) %}
    {% set column = daybook.quoted_column(run.indicator.name) %}
    {% set read = [daybook._up_to_last(run, run.since)] %}
    {% set cases = [
        "when " ~ column ~ " is null or " ~ column ~ " >= daybook_open then 0"
    ] %}
    {% for segment, range in repaired %}
        {% set place = number if merges else segment %}
        {% do read.append(range) %}
        {% do cases.append("when " ~ range ~ " then " ~ place) %}
    {% endfor %}
    {% if run.null_indicators == "include" and run.figures.unset %}
        {% do read.append(column ~ " is null") %}
    {% endif %}
    {% set open = daybook.value_of_mark(run.indicator.type, run.open_from) %}
    {% set fact_rows %}
        (
            select *
            from {{ run.new_rows }}
            cross join (
                values ({{ open }}, {{ number }})
            ) as daybook_places (daybook_open, daybook_number)
            where {{ read | join(" or ") }}
        )
    {% endset %}
    {% set segment = "case " ~ cases | join(" ") ~ " else daybook_number end" %}
    {% do return([fact_rows, segment]) %}
{% endmacro %}

{#- The rows from a mark on, up to the last value that the fact was asked for; none of a fact that
    had no value. -#}
{% macro _up_to_last(run, start) %}
    {% set last = run.figures.last %}
    {% if last is none %} {% do return("false") %} {% endif %}
    {% do return(daybook._range_of_indicator(run.indicator, start, none, last)) %}
{% endmacro %}
