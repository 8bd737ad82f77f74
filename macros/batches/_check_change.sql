{#- What a batch may not change: files that are there stay as they are. -#}
{% macro _refuse_other_files(relation, state, options, partition_by) %}
    {% set before = {
        "partition_by": "partitioned by " ~ state.partition_by
        | map("join", " ")
        | join(", "),
        "file_format": state.file_format,
    } %}
    {% set changed = [] %}
    {% if state.partition_by != partition_by %}
        {% do changed.append("partition_by") %}
    {% endif %}
    {% if state.file_format != options.file_format %}
        {% do changed.append("file_format") %}
    {% endif %}
    {% for name in changed %}
        {% call daybook.refuse_option(relation, name, options[name]) %}
            its batches are {{ before[name] }}; to change that, give the model another name, or
            remove what is there (dbt run-operation daybook.remove_model)
        {% endcall %}
    {% endfor %}
{% endmacro %}

{% macro _refuse_other_types(relation, published, types) %}
    {% for column, type in types.items()
        if column in published and published[column] != type %}
        {% call daybook.refuse(relation) %}
            column {{ column }} was {{ published[column] }} and is now {{ type }}: cast it to what
            it was, give it another name, or remove what is there (dbt run-operation
            daybook.remove_model)
        {% endcall %}
    {% endfor %}
{% endmacro %}

{% macro _check_column_change(relation, options, new, missing) %}
    {% if (new or missing) and options.on_schema_change != "append_new_columns" %}
        {% call daybook.refuse(relation) %}
            its columns changed (new: {{ new | join(", ") or "none" }}; missing:
            {{ missing | join(", ") or "none" }}). Set on_schema_change='append_new_columns', and
            older rows and missing columns read NULL; or rebuild it with --full-refresh
        {% endcall %}
    {% endif %}
{% endmacro %}
