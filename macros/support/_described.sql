{#-
    The columns of a table or a query: [[column, type], ...], and the names of those it is
    partitioned by.

    DESCRIBE cuts a struct of more than 25 fields short, which typeof does not; neither puts
    the names of fields in backticks, as CREATE TABLE needs it for struct<`a b`:int>.

    The columns that a table is partitioned by come again, below two headings. A heading has no
    type, or the words `col_name` and `data_type`; a column may be called `# of orders`.
-#}
{% macro _described(kind, source) %}
    {% set columns, partition_by = [], [] %}
    {% set part = namespace(is_columns=true) %}
    {% for row in run_query("describe " ~ kind ~ " " ~ source) %}
        {% set is_heading = row[0].startswith("# ") and row[1] in (
            "",
            none,
            "data_type",
        ) %}
        {% if is_heading %} {% set part.is_columns = false %}
        {% elif part.is_columns %}
            {% set type = (
                daybook._full_type(row[0], source)
                if " more fields" in row[1]
                else row[1]
            ) %}
            {% set odd_name = "(?<=[<,])([^:<>,]*[^:<>,A-Za-z0-9_][^:<>,]*):" %}
            {% do columns.append([row[0], modules.re.sub(odd_name, "`\\1`:", type)]) %}
        {% else %} {% do partition_by.append(row[0]) %}
        {% endif %}
    {% endfor %}
    {% do return({"columns": columns, "partition_by": partition_by}) %}
{% endmacro %}

{% macro _full_type(column, source) %}
    {% set query %}
        select typeof(any_value({{ daybook._column(column) }}))
        from (select * from {{ source }})
        where false
    {% endset %}
    {% do return(run_query(query)[0][0]) %}
{% endmacro %}

{#- A model's columns and posted_batch_id; before its first batch they are not in the log. -#}
{% macro _names(state, source) %}
    {% set columns = state.columns %}
    {% if not columns %}
        {% set described = daybook._described("query", "select * from " ~ source) %}
        {% set own = ("batch_id", "posted_batch_id") %}
        {% set columns = described.columns | map("first") | reject("in", own) | list %}
    {% endif %}
    {% do return(daybook._columns(columns + ["posted_batch_id"])) %}
{% endmacro %}

{% macro _type_of(name, columns) %}
    {% for column, type in columns if column | lower == name | lower %}
        {% do return(type) %}
    {% endfor %}
    {% do return(none) %}
{% endmacro %}
