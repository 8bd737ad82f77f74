{#-
    Segments. Rows that can still change, those within the grace period, are segment 0, which
    each run replaces; rows that left it since the last run are a segment of their own:

        run 1, last 10, grace 3:   1: up to 6                   0: 7 to 10
        run 2, last 14:            1: up to 6     2: 7 to 10    0: 11 to 14
        run 9, too many:           9: all that is closed        0: ...

    If there would be more than max_segments, the run merges the closed ones with its own rows; it
    reads no row of the fact for that.
-#}
{% macro _run_of_segments(aggregate, so_far, arrivals) %}
    {% set segments = (
        [] if arrivals.is_rebuild else so_far.remembered.get("segments", [])
    ) %}
    {% set numbers = segments | map("first") | list %}
    {% set number = ([0] + numbers) | max + 1 %}
    {% set merges = segments | length >= aggregate.max_segments %}
    {% set redone = daybook._segments_to_repair(aggregate, so_far.state, segments) %}
    {% set closed = daybook._published_in(
        so_far.state, numbers | reject("in", redone)
    ) %}
    {% set run = {
        "rows": daybook._with_joins(aggregate.joins, arrivals.rows),
        "fact_rows": arrivals.rows,
        "segment": number,
    } %}
    {% if not aggregate.by_batches %}
        {% set run = daybook._placed_rows(
            aggregate, arrivals, segments, redone, number, merges
        ) %}
    {% endif %}
    {% if merges and closed %}
        {% set rows = daybook._aggregated_fact(aggregate, run) %}
        {% set types = daybook._described("query", "(" ~ rows ~ ")").columns %}
        {% set published %}
            select
                {{ daybook._columns(types[:-1] | map("first")) }},
                {{ number }} as daybook_segment
            from {{ daybook._batches_relation(this) }}
            where {{ closed }}
        {% endset %}
        {% set run = dict(run, published=published, types=types) %}
    {% endif %}
    {% set replaces_all = merges or arrivals.is_rebuild %}
    {#- A fact without rows closes nothing. -#}
    {% set closes = aggregate.by_batches or arrivals.open_from is not none %}
    {% do return(
        dict(
            run,
            replaced=(
                daybook._published_values(so_far.state)
                if replaces_all
                else [0] + redone
            ),
            replaces_all=replaces_all,
            remembers={
                "segments": ([] if merges else segments)
                + ([[number, arrivals.open_from]] if closes else [])
            },
        )
    ) %}
{% endmacro %}

{#- Which rows of the fact are read, and to which segment each belongs. What changes from run to
    run is a row that is joined: as literals, it would make Spark compile all of it again. -#}
{% macro _placed_rows(aggregate, arrivals, segments, redone, number, merges) %}
    {% set indicator = aggregate.indicator %}
    {% set column = daybook._column(indicator.name) %}
    {% set read = [daybook._up_to_last(indicator, arrivals)] %}
    {% set cases = [
        "when " ~ column ~ " is null or " ~ column ~ " >= daybook_open then 0"
    ] %}
    {% for segment, range in daybook._ranges_of_segments(indicator, segments)
        if segment in redone %}
        {% do read.append(range) %}
        {% do cases.append(
            "when " ~ range ~ " then " ~ (number if merges else segment)
        ) %}
    {% endfor %}
    {% if aggregate.null_indicators == "include" and arrivals.figures.unset %}
        {% do read.append(column ~ " is null") %}
    {% endif %}
    {% set fact_rows %}
        (
            select *
            from {{ arrivals.rows }}
            cross join (
                values ({{ daybook._value_of(indicator.type, arrivals.open_from) }}, {{ number }})
            ) as daybook_places (daybook_open, daybook_number)
            where {{ read | join(" or ") }}
        )
    {% endset %}
    {% do return(
        {
            "rows": daybook._with_joins(aggregate.joins, fact_rows),
            "fact_rows": fact_rows,
            "segment": "case " ~ cases
            | join(" ") ~ " else daybook_number end",
        }
    ) %}
{% endmacro %}

{#- The rows from where the last run left them open, or from a mark on, up to the last value that
    the fact was asked for; none of a fact that had no value. -#}
{% macro _up_to_last(indicator, arrivals, start=none) %}
    {% set last = arrivals.figures.last %}
    {% if last is none %} {% do return("false") %} {% endif %}
    {% do return(
        daybook._range_of_indicator(
            indicator, start or arrivals.since, none, last
        )
    ) %}
{% endmacro %}
