{#-
    How many rows the published aggregate should have: each of its rows says how many rows of the
    fact are in it. If rows came later than the grace period, some are missing; if closed
    ones have gone, there are too many.
-#}
{% macro _counts_of_fact(run) %}
    {% if run.by_batches %} {% do return(none) %} {% endif %}
    {% set figures, late = run.figures, run.late_rows %}
    {% set keeps_some = run.continues and run.replaced is not none %}
    {% set reads_unset = run.null_indicators == "include" %}
    {% set way_out -%}
        Run it with policies={'late_rows': 'repair'}, which rebuilds what they belong to
    {%- endset %}
    {% set why -%}
        rows of {{ run.fact }} came later than grace_period={{ run.grace_period }}
        allows, and are not in it. {{ way_out }}; a longer grace_period spares those to come
    {%- endset %}
    {% set why_more -%}
        rows more are in it than {{ run.fact }} had when they were counted: closed rows were
        deleted, or rows were added meanwhile. {{ way_out }}
    {%- endset %}
    {% do return(
        {
            "of": "ifnull(sum(daybook_rows), 0)",
            "before": run.remembered.counted if keeps_some else 0,
            "replaced": (
                daybook._published_in(run.state, run.replaced)
                if keeps_some
                else none
            ),
            "rows": figures.rows + (figures.unset if reads_unset else 0),
            "is_refused": late == "refuse",
            "why": why,
            "why_more": why_more if late != "repair" else none,
        }
    ) %}
{% endmacro %}

{#-
    The policy "repair" of late_rows: segments and partitions whose row count no longer matches the
    fact are built again. A run without it knows only how many rows are missing in all.

    Of closed segments: [[segment, the condition for its rows in the fact], ...].
-#}
{% macro _segments_to_repair(run, segments) %}
    {% if run.late_rows != "repair" or run.by_batches or not segments %}
        {% do return([]) %}
    {% endif %}
    {% set indicator, ranges, cases = run.indicator, [], [] %}
    {% for segment, until in segments %}
        {% set start = segments[loop.index0 - 1][1] if not loop.first else none %}
        {% set range = daybook._range_of_indicator(indicator, start, until) %}
        {% do ranges.append([segment, range]) %}
        {% do cases.append("when " ~ range ~ " then " ~ segment) %}
    {% endfor %}
    {% set numbers = daybook._to_repair(
        run,
        place="case " ~ cases | join(" ") ~ " end",
        column="daybook_segment",
        closed=segments | map("first") | list,
        where=daybook._range_of_indicator(indicator, none, segments[-1][1]),
    ) %}
    {% set numbers = numbers | map("int") | list %}
    {% do return(ranges | selectattr("0", "in", numbers) | list) %}
{% endmacro %}

{#-
    The places, as text, where the fact and what is published differ in their number of rows.

        place   SQL over the fact that gives the place of a row
        column  that of the place in the batches table
        closed  the published places that are compared
        where   which rows of the fact are
-#}
{% macro _to_repair(run, place, column, closed, where) %}
    {% set published = daybook._published_in(run.state, closed) %}
    {% set query %}
        select to_json(array(daybook_place, cast(abs(sum(daybook_count)) as string)))
        from (
            select cast({{ place }} as string) as daybook_place, -count(*) as daybook_count
            from {{ daybook._with_joins(run.joins, run.fact) }}
            where {{ where }}
            group by {{ place }}
            {% if published %}
            union all
            select cast({{ daybook.quoted_column(column) }} as string), daybook_rows
            from {{ daybook.batches_table(this) }}
            where {{ published }}
            {% endif %}
        )
        group by daybook_place
        having sum(daybook_count) <> 0
    {% endset %}
    {% set differing = daybook.json_rows(query) %}
    {% if differing %}
        {% set rows = differing | map("last") | map("int") | sum %}
        {% call daybook.tell(this) %}
            {{ rows }} rows came late, or went: {{ differing | length }} closed
            {{ "segments" if column == "daybook_segment" else "partitions" }} are rebuilt
        {% endcall %}
    {% endif %}
    {% do return(differing | map("first") | list) %}
{% endmacro %}
