{#- Refuses a table whose files cannot become those of a batch. -#}
{% macro _files_check_table(relation, source, options) %}
    {% if daybook._catalog_entry(source).type not in ("MANAGED", "EXTERNAL") %}
        {% call daybook.refuse(relation) %}
            {{ source }} is no table, so it can't be adopted
        {% endcall %}
    {% elif daybook.model_key(source) == daybook.model_key(relation) %}
        {% do daybook._check_rename(source) %}
    {% endif %}
    {% set format = daybook._storage(source).format %}
    {% set described = daybook.describe("table", source) %}
    {% set of_table = described.partition_by | join(", ") %}
    {% set of_model = options.partition_by | join(", ") %}
    {% if format != options.file_format %}
        {% call daybook.refuse(relation) %}
            {{ source }} is {{ format }}, and the model's file_format is
            {{ options.file_format }}: an adopted table has that of the model
        {% endcall %}
    {% elif of_table | lower != of_model | lower %}
        {% call daybook.refuse(relation) %}
            {{ source }} is partitioned by {{ of_table or "nothing" }}, and the model's
            partition_by is {{ of_model or "not set" }}: they have to be the same
        {% endcall %}
    {% elif described.with_default %}
        {% call daybook.refuse(relation) %}
            {{ source }} has columns with a default ({{ described.with_default | join(", ") }}).
            Older files may lack them, and a model would read NULL there: create a table from
            {{ source }}, and adopt that
        {% endcall %}
    {% endif %}
    {#- A query makes a string of a char, as of a varchar, in which the blanks at the end count. -#}
    {% for column, type in described.columns
        if modules.re.search("\\bchar\\(", type) %}
        {% call daybook.refuse(relation) %}
            {{ source }} has the column {{ column }} of type {{ type }}, and a model would have other
            values in it: create a table of strings from it, and adopt that
        {% endcall %}
    {% endfor %}
{% endmacro %}
