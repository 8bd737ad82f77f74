{#- The table's columns as a batch's, checked as those of a batch are. -#}
{% macro _layout_to_adopt(relation, source, options) %}
    {% if daybook._catalog_entry(source).type not in ("MANAGED", "EXTERNAL") %}
        {% call daybook._refuse(relation) %}
            {{ source }} is no table, so it can't be adopted
        {% endcall %}
    {% endif %}
    {% if daybook._key(source) == daybook._key(relation) %}
        {% do daybook._check_rename(source) %}
    {% endif %}
    {% set format = daybook._storage(source).format %}
    {% if format != options.file_format %}
        {% call daybook._refuse(relation) %}
            {{ source }} is {{ format }}, and the model's file_format is
            {{ options.file_format }}: an adopted table has that of the model
        {% endcall %}
    {% endif %}
    {% set described = daybook._described("table", source) %}
    {% set of_table = described.partition_by | join(", ") %}
    {% set of_model = options.partition_by | join(", ") %}
    {% if of_table | lower != of_model | lower %}
        {% call daybook._refuse(relation) %}
            {{ source }} is partitioned by {{ of_table or "nothing" }}, and the model's
            partition_by is {{ of_model or "not set" }}: they have to be the same
        {% endcall %}
    {% endif %}
    {% if described.with_default %}
        {% call daybook._refuse(relation) %}
            {{ source }} has columns with a default ({{ described.with_default | join(", ") }}).
            Older files may lack them, and a model would read NULL there: create a table from
            {{ source }}, and adopt that
        {% endcall %}
    {% endif %}
    {% set types = daybook._types_of_rows(relation, source, described.columns) %}
    {% do daybook._check_columns(relation, types.items() | list, types, options) %}
    {% set partition_by = [] %}
    {% for column in described.partition_by %}
        {% do partition_by.append([column, types[column]]) %}
    {% endfor %}
    {% do return(
        {
            "columns": types.keys() | list,
            "types": types,
            "partition_by": partition_by,
        }
    ) %}
{% endmacro %}

{#- {column: type} as queries have them: of varchar they make strings. A char is refused: its blanks at
    the end do not count, and in a string they do. -#}
{% macro _types_of_rows(relation, source, columns) %}
    {% set types = {} %}
    {% for column, type in columns %}
        {% if modules.re.search("\\bchar\\(", type) %}
            {% call daybook._refuse(relation) %}
                {{ source }} has the column {{ column }} of type {{ type }}, and a model would have
                other values in it: create a table of strings from it, and adopt that
            {% endcall %}
        {% endif %}
        {% set name = modules.re.sub("\\bvarchar\\([0-9]+\\)", "string", type) %}
        {% do types.update({column: name}) %}
    {% endfor %}
    {% do return(types) %}
{% endmacro %}

{#- [[partition, rows], ...], checked as those of a batch are. -#}
{% macro _count_to_adopt(relation, source, layout, options) %}
    {% set counted = daybook._count_by(source, layout.partition_by, "true") %}
    {% set problem = daybook._problem_of_partitions(
        counted, layout.partition_by, options.publish
    ) %}
    {% if problem %}
        {% call daybook._refuse(relation) %} in {{ source }} {{ problem }} {% endcall %}
    {% endif %}
    {% do return(counted) %}
{% endmacro %}

{#- {partition: directory}. -#}
{% macro _locations_to_adopt(source, layout, counted) %}
    {% set locations = {} %}
    {% for partition, rows in counted %}
        {% set spec = daybook._partition_spec(partition, layout.partition_by) %}
        {% set of_partition = " " ~ spec if layout.partition_by else "" %}
        {% do locations.update(
            {partition: daybook._storage(source ~ of_partition).location}
        ) %}
    {% endfor %}
    {% do return(locations) %}
{% endmacro %}
