{#-
    Where the files of batches are.

    Given {partition: [batch_id, ...]}, it returns those registered: [{partition, path}, ...].
-#}
{% macro _registered_directories(batches, files) %}
    {% set partitions_of = {} %}
    {% for partition, ids in files.items() %}
        {% for id in ids %}
            {% do partitions_of.setdefault(id, []).append(partition) %}
        {% endfor %}
    {% endfor %}
    {% if not partitions_of %} {% do return([]) %} {% endif %}
    {% set folder = daybook._storage(batches).location %}
    {% set directories = [] %}
    {% for id, partitions in partitions_of.items() %}
        {% for path in daybook._paths_of_batch(batches, id) %}
            {% set partition = daybook.sorted_json(daybook._values_at(path)[:-1]) %}
            {% if partition in partitions %}
                {% do directories.append(
                    {"partition": partition, "path": folder ~ "/" ~ path}
                ) %}
            {% endif %}
        {% endfor %}
    {% endfor %}
    {% do return(directories) %}
{% endmacro %}

{#- The registered partitions of a batch, as SHOW PARTITIONS names them:
    day=2015-12-01/word=a%3Ab/batch_id=7. -#}
{% macro _paths_of_batch(batches, batch_id) %}
    {% set query %}
        show partitions {{ batches }} partition (batch_id = {{ batch_id }})
    {% endset %}
    {% do return(run_query(query) | map("first") | list) %}
{% endmacro %}

{#- The values in such a name, with the characters that a path can't have. -#}
{% macro _values_at(path) %}
    {% set values = [] %}
    {% for part in path.split("/") %}
        {% set text = namespace(value=part.partition("=")[2]) %}
        {% set codes = modules.re.findall("%([0-9A-F]{2})", text.value) | unique %}
        {#- The sign itself comes last, because it makes no new codes then. -#}
        {% for code in codes | reject("equalto", "25") | list + ["25"] %}
            {% set sign = fromjson('"\\u00' ~ code ~ '"') %}
            {% set text.value = text.value.replace("%" ~ code, sign) %}
        {% endfor %}
        {% do values.append(text.value) %}
    {% endfor %}
    {% do return(values) %}
{% endmacro %}

{#- The directories on disk of batches whose id meets a condition, also of those that the metastore
    does not know. -#}
{% macro _directories_on_disk(relation, location, condition) %}
    {% set query %}
        select to_json(array(directory))
        from (select distinct regexp_extract(path, '^(.*)/[^/]*$') as directory from files)
        where
            try_cast(regexp_extract(directory, '/batch_id=([0-9]+)$') as bigint) {{ condition }}
    {% endset %}
    {% set rows = daybook._rows_about_files(relation, location, "", query) %}
    {% do return(rows | map("first") | list) %}
{% endmacro %}

{#- What a query says of the files below a location and, as a glob, what else: `files` has the path,
    the length and the modificationTime of each. Spark lists files only, and nothing in a hidden
    folder that the glob does not name. The view's name is the model's own, because models may share
    a session. -#}
{% macro _rows_about_files(relation, location, glob, query) %}
    {% set view = "daybook_files_" ~ local_md5(daybook.model_key(relation)) %}
    {% set plain = modules.re.sub("([\\[\\]{}*?\\\\])", "\\\\\\1", location) %}
    {% call daybook._execute() %}
        create or replace temporary view {{ view }} using binaryFile
        options (
            path {{ daybook.quoted_text(plain ~ glob) }},
            recursiveFileLookup 'true',
            ignoreMissingFiles 'true'
        )
    {% endcall %}
    {% set rows = daybook.json_rows(
        "with files as (select path, length, modificationTime from "
        ~ view
        ~ ")"
        ~ query
    ) %}
    {% call daybook._execute() %} drop view {{ view }} {% endcall %}
    {% do return(rows) %}
{% endmacro %}
