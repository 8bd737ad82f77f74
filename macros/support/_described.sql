{#-
    The columns of a table or a query: [[column, type], ...], the names of those it is partitioned
    by, and those that have a default.

    DESCRIBE cuts a struct of more than 25 fields short, which typeof does not; neither puts
    the names of fields in backticks, as CREATE TABLE needs it for struct<`a b`:int>.

    The columns that a table is partitioned by come again, below two headings; so do those with a
    default, after a row without a name. A heading has no type, or the words `col_name` and
    `data_type`; a column may be called `# of orders`.
-#}
{% macro describe(kind, source) %}
    {% set columns, partition_by, with_default = [], [], [] %}
    {% set part = namespace(heading=none) %}
    {% for row in run_query("describe " ~ kind ~ " " ~ source) if row[0] %}
        {% set is_heading = row[0].startswith("# ") and row[1] in (
            "",
            none,
            "data_type",
        ) %}
        {% if is_heading %} {% set part.heading = row[0] %}
        {% elif part.heading is none %}
            {% set type = (
                daybook._full_type(row[0], source)
                if " more fields" in row[1]
                else row[1]
            ) %}
            {% set odd_name = "(?<=[<,])([^:<>,]*[^:<>,A-Za-z0-9_][^:<>,]*):" %}
            {% do columns.append([row[0], modules.re.sub(odd_name, "`\\1`:", type)]) %}
        {% elif part.heading == "# Column Default Values" %}
            {% do with_default.append(row[0]) %}
        {% else %} {% do partition_by.append(row[0]) %}
        {% endif %}
    {% endfor %}
    {% do return(
        {
            "columns": columns,
            "partition_by": partition_by,
            "with_default": with_default,
        }
    ) %}
{% endmacro %}

{% macro _full_type(column, source) %}
    {% set query %}
        select typeof(any_value({{ daybook.quoted_column(column) }}))
        from ({{ source }})
        where false
    {% endset %}
    {% do return(run_query(query)[0][0]) %}
{% endmacro %}

{#- A model's columns and posted_batch_id; before its first batch they are not in the log. -#}
{% macro _names(state, source) %}
    {% set columns = state.columns %}
    {% if not columns %}
        {% set described = daybook.describe("query", "select * from " ~ source) %}
        {% set own = ("batch_id", "posted_batch_id") %}
        {% set columns = described.columns | map("first") | reject("in", own) | list %}
    {% endif %}
    {% do return(daybook.quoted_column(columns + ["posted_batch_id"]) | join(", ")) %}
{% endmacro %}

{% macro type_of(name, columns) %}
    {% for column, type in columns if column | lower == name | lower %}
        {% do return(type) %}
    {% endfor %}
    {% do return(none) %}
{% endmacro %}

{#- The same for types whose values are equal if their texts are. -#}
{% macro kind_of_key(type) %}
    {% do return(
        "number"
        if type in daybook.integer_types() or type.startswith("decimal")
        else modules.re.sub("^(varchar|char)\\(.*", "string", type)
    ) %}
{% endmacro %}
