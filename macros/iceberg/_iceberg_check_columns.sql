{#- Columns, names and options that a batch cannot have. -#}
{% macro _iceberg_check_columns(relation, described, types, options) %}
    {% do daybook._check_columns_of_batch(relation, described, types, options) %}
    {#- Logs name models in lower case, and most catalogs tell Orders from orders. -#}
    {% set name = relation.schema ~ "." ~ relation.identifier %}
    {% if name != name | lower %}
        {% call daybook.refuse(relation) %}
            with file_format='iceberg', the names of a model and its schema have no capitals: give it an
            alias, or another schema
        {% endcall %}
    {% endif %}
    {% for column, type in described if type in ("tinyint", "smallint") %}
        {% call daybook.refuse(relation) %}
            column {{ column }} has the type {{ type }}, which Iceberg does not have: cast it to int
        {% endcall %}
    {% endfor %}
    {% for column in options.partition_by %}
        {% set type = daybook.type_of(column, described) %}
        {% if not type %}
            {% call daybook.refuse_option(relation, "partition_by", column) %}
                the model selects only {{ described | map("first") | join(", ") }}
            {% endcall %}
        {% elif type not in ("string", "date", "boolean", "int", "bigint") %}
            {% call daybook.refuse_option(relation, "partition_by", column) %}
                its type {{ type }} can't name a partition; cast it to
                {{ "a date or a string" if type.startswith("timestamp") else "a string" }}
            {% endcall %}
        {% endif %}
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
