{#-
    What the files of a table hold, by its partitions, so that it can be compared with the log:

        {partition: {partition, rows, writers, changed_at, folders}}

    Spark names the files of one INSERT alike: `writers` is how many INSERTs have written some. No
    partition column begins with an underscore, so none has a name of the query's own. changed_at:
    SQL for when a file was changed, which Spark knows of tables of its own only.
-#}
{% macro _counted_files(table, partition_by, changed_at="cast(null as timestamp)") %}
    {% set columns = daybook.quoted_column(partition_by | map("first")) | join(", ") %}
    {% set query %}
        select to_json(struct(
            partition,
            sum(row_count) as rows,
            count(distinct regexp_extract(
                substring_index(_file, '/', -1),
                '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}',
                0
            )) as writers,
            unix_seconds(max(changed_at)) as changed_at,
            sort_array(collect_set(regexp_extract(_file, '^(.*)/', 1))) as folders
        ))
        from (
            select
                {{ daybook._partition_key(partition_by) }} as partition,
                _file,
                count(*) as row_count,
                max(_changed_at) as changed_at
            from (
                select {{ columns }}, input_file_name() as _file, {{ changed_at }} as _changed_at
                from {{ table }}
            )
            group by {{ columns }}, _file
        )
        group by partition
    {% endset %}
    {% set counted = {} %}
    {% for row in daybook.json_rows(query) %}
        {% do counted.update({daybook.sorted_json(row.partition): row}) %}
    {% endfor %}
    {% do return(counted) %}
{% endmacro %}
