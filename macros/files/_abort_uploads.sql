{#-
    Aborts all uploads below the folder of a model's batches, under the lock; returns whether it
    did. S3 keeps an upload that nobody finishes. The magic committer aborts such uploads when a
    job ends, if its option says so, and an INSERT without rows is a job. An orphan's uploads are
    among them: its INSERT fails.
-#}
{% macro _abort_uploads(batches) %}
    {% if daybook._way_to_insert(batches, is_new_batch=true).overwrites %}
        {% do return(false) %}
    {% endif %}
    {% set columns = [] %}
    {% for column, type in daybook.describe("table", batches).columns %}
        {% do columns.append(
            "cast(null as " ~ type ~ ") as " ~ daybook.quoted_column(column)
        ) %}
    {% endfor %}
    {% do daybook._insert_rows(
        batches,
        "select " ~ columns | join(", ") ~ " where false",
        "uploads",
        is_new_batch=true,
        options={"fs.s3a.committer.abort.pending.uploads": "true"},
    ) %}
    {% do return(true) %}
{% endmacro %}
