{#-
    The last indicator of a fact, and how many rows have one: asked once in a dbt invocation,
    and kept for all aggregates of the fact as a property of a view beside the first of them.

        <fact>__<indicator>__figures   {"asked_by": <invocation>, "fact": ..., "last": ...,
                                        "rows": ..., "unset": ...}
-#}
{% macro _fact_figures(names) %}
    {% set view = daybook._beside(
        this.incorporate(path={"identifier": names.fact.identifier}),
        "__" ~ names.indicator.name ~ "__figures",
    ) %}
    {% set asked_by = invocation_id ~ " " ~ daybook._key(names.fact) %}
    {% set kept = daybook._kept_figures(view) %}
    {% if kept.asked_by == asked_by %} {% do return(kept) %} {% endif %}
    {% set column = daybook._column(names.indicator.name) %}
    {% set query %}
        select to_json(struct(
            {{ daybook._as_mark(names.indicator, "max(" ~ column ~ ")") }} as last,
            count({{ column }}) as rows,
            count_if({{ column }} is null) as unset
        ))
        from {{ names.fact }}
    {% endset %}
    {% set figures = dict(daybook._json_rows(query)[0], asked_by=asked_by) %}
    {% set text = daybook._encoded(figures) %}
    {% do daybook._run(
        "alter view "
        ~ view
        ~ " set tblproperties ('daybook.figures' = "
        ~ daybook._quoted(text)
        ~ ")"
    ) %}
    {% do return(figures) %}
{% endmacro %}

{% macro _kept_figures(view) %}
    {% do daybook._make_schema(this, view) %}
    {% do daybook._run(
        "create view if not exists "
        ~ view
        ~ " comment 'What daybook asked a fact for its aggregates' as select 1 as asked"
    ) %}
    {% for row in run_query("show tblproperties " ~ view)
        if row[0] == "daybook.figures" %}
        {% do return(daybook._decoded(row[1]) or {}) %}
    {% endfor %}
    {% do return({}) %}
{% endmacro %}

{#- How far the fact goes by its indicator, and from where on its rows may still change. -#}
{% macro _find_last(names, scope, remembered) %}
    {% set figures = daybook._fact_figures(names) %}
    {#- to_json leaves out what is NULL, as the last of no rows is. -#}
    {% set last_mark = figures.get("last") %}
    {% if figures.unset and names.null_indicators == "refuse" %}
        {% do daybook._raise(
            this,
            figures.unset
            ~ " of "
            ~ (figures.rows + figures.unset)
            ~ " rows of "
            ~ names.fact
            ~ " have no "
            ~ names.indicator.name
            ~ ". Nothing was written: correct them, or say null_indicators='include', which"
            ~ " reads them in each run, or 'leave_out'",
        ) %}
    {% elif figures.unset and names.null_indicators == "leave_out" %}
        {% do daybook._say(
            this,
            figures.unset
            ~ " rows of "
            ~ names.fact
            ~ " have no "
            ~ names.indicator.name
            ~ ", and were left out",
        ) %}
    {% endif %}
    {% set before = daybook._of_mark(names.indicator, remembered.get("open_from")) %}
    {% set last = daybook._of_mark(names.indicator, last_mark) %}
    {% set open = daybook._less_grace(names.indicator, last, names.grace_period) %}
    {% set query %}
        select to_json(array({{ daybook._as_mark(
            names.indicator, "greatest(" ~ before ~ ", " ~ open ~ ")"
        ) }}))
    {% endset %}
    {% set open_from = daybook._json_rows(query)[0][0] %}
    {% do scope.update(
        {"figures": figures, "last": last_mark, "open_from": open_from}
    ) %}
    {% do scope.remembers.update({"open_from": open_from, "last": last_mark}) %}
{% endmacro %}
