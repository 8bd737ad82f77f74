{#-
    Which rows of its dimensions an aggregate's closed rows were made with, as hashes:

        daybook_join  daybook_key  daybook_value                        daybook_part
        0             hash of 17   hash of category; NULL: no such row  1449784608

    They lie in <model>__dimensions, one part a run. The log names the parts that count, so what a
    dead run left does not count, and a part that is gone costs no more than a rebuild.
-#}
{% macro _dimensions_relation() %}
    {% do return(daybook.side_table(this, "__dimensions")) %}
{% endmacro %}

{#-
    Keeps the hashes that rows closed by this run are made with and no earlier part has, and
    returns the parts that count from now on. It is done before those rows are read: the next run
    finds what changes in between. After max_segments parts, they become one.
-#}
{% macro _keep_dimension_keys(run) %}
    {% set joins = run.joins %}
    {% if not joins %} {% do return([]) %} {% endif %}
    {% set table = daybook._dimensions_relation() %}
    {#- The parts of what is published stay, should this run die. -#}
    {% set published = run.state.remembers.get("dimension_parts", []) %}
    {% set known = published if run.continues and not run.is_rebuild else [] %}
    {% set starts_over = known | length >= run.max_segments %}
    {% set started_at = run_started_at.timestamp() | int %}
    {% set part = [started_at, (published + [0]) | max + 1] | max %}
    {% set closed = daybook._range_of_indicator(run.indicator, none, run.open_from) %}
    {% set closed_rows = "(select * from " ~ run.fact_rows ~ " where " ~ closed ~ ")" %}
    {% set earlier %}
        select daybook_join, daybook_key, daybook_value
        from {{ table }}
        where daybook_part in ({{ known | join(", ") }})
    {% endset %}
    {% set query %}
        select distinct daybook_join, daybook_key, daybook_value
        from (
            select daybook_join, daybook_key, daybook_value
            from ({{ daybook._used_keys(joins, closed_rows) }})
            left join ({{ daybook._present_keys(joins) }})
            using (daybook_join, daybook_key)
            {% if starts_over %}
            union all {{ earlier }}
            {% elif known %}
            left anti join ({{ earlier }}) using (daybook_join, daybook_key)
            {% endif %}
        )
    {% endset %}
    {% set columns = {
        "daybook_join": "int",
        "daybook_key": "bigint",
        "daybook_value": "bigint",
    } %}
    {% set present = daybook.write_part(
        this, table, columns, "daybook_part", part, query, published
    ) %}
    {% set kept = [] if starts_over else known %}
    {% do return(kept + [part] | select("in", present) | list) %}
{% endmacro %}
