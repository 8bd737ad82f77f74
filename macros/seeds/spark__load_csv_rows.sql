{#-
    A seed's rows as one JSON text instead of one cast a cell: Spark plans 8,000 rows of casts
    for half a minute. dbt looks for this macro in the root project only, so the seeds of a
    project that installs this package load as before.
-#}
{% macro spark__load_csv_rows(model, agate_table) %}
    {% set types = model.config.column_types %}
    {% set columns, fields = [], [] %}
    {% for name in agate_table.column_names %}
        {% if name not in types %}
            {% call daybook.refuse("seed " ~ model.name) %}
                column {{ name }} has no type: add it to column_types
            {% endcall %}
        {% endif %}
        {% do fields.append(name ~ ":string") %}
        {% do columns.append("cast(" ~ name ~ " as " ~ types[name] ~ ")") %}
    {% endfor %}
    {% set rows = [] %}
    {% for row in agate_table.rows %}
        {% do rows.append(dict(zip(agate_table.column_names, row))) %}
    {% endfor %}
    {% set query %}
        insert into {{ this }}
        select {{ columns | join(", ") }}
        from (select inline(from_json(%s, 'array<struct<{{ fields | join(",") }}>>')))
    {% endset %}
    {#- Not as a binding: with method: session, dbt-spark does not escape those. -#}
    {% set json = daybook.quoted_text(daybook.sorted_json(rows)) %}
    {% do adapter.add_query(query % json, abridge_sql_log=true) %}
    {% do return(query) %}
{% endmacro %}
