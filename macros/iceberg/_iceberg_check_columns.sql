{#- Columns and options that a batch cannot have. -#}
{% macro _iceberg_check_columns(relation, described, types, options) %}
    {% do daybook._check_columns_of_batch(relation, described, types, options) %}
    {% for column in options.partition_by if not daybook.type_of(column, described) %}
        {% call daybook.refuse_option(relation, "partition_by", column) %}
            the model selects only {{ described | map("first") | join(", ") }}
        {% endcall %}
    {% endfor %}
    {% for name, way_out in {
        "publish": "other engines read the table itself: leave it out",
        "private": "rows that a model keeps to itself lie in files alone: use parquet",
    }.items() if options[name] not in ("view", []) %}
        {% call daybook.refuse_option(relation, name, options[name]) %}
            with file_format='iceberg', {{ way_out }}
        {% endcall %}
    {% endfor %}
{% endmacro %}
