{#-
    Compares the files of every batch in every partition with the log: how many rows they have,
    whether one INSERT has written them all, and whether any came after the batch was committed.
-#}
{% macro _damage_to_rows(log, there) %}
    {% set state = daybook._state(log) %}
    {% set committed = daybook._commit_times(log) %}
    {% set found = [] %}
    {% for partition, ids in state.files.items() %}
        {% for id in ids if id not in state.dropping.get(partition, []) %}
            {% set file = there.pop(
                partition ~ id, {"n": 0, "writers": 0, "changed_at": 0}
            ) %}
            {% if id in state.adopted %}
                {% do file.update({"writers": 1}) %}
            {% endif %}
            {% set what = daybook._difference_of(
                state.rows[partition ~ id], file, committed.get(id)
            ) %}
            {% if what %}
                {% set is_seen = id in state.pointer.get(partition, []) %}
                {% do found.append(
                    [
                        daybook._batch_in_words(partition, id)
                        ~ what
                        ~ (", and readers see it" if is_seen else ""),
                        (
                            "restore its files, or run the model for these rows again, and"
                            ~ " what has consumed them with --full-refresh"
                            if is_seen
                            else "restore its files, or do not go back to it"
                        ),
                    ]
                ) %}
            {% endif %}
        {% endfor %}
    {% endfor %}
    {% for key, file in there.items() if file.id not in state.dead %}
        {% do found.append(
            [
                daybook._batch_in_words(file.p, file.id) ~ "is not in its log",
                "clean_batches removes it",
            ]
        ) %}
    {% endfor %}
    {% do return(found) %}
{% endmacro %}

{#- The clocks of the file system and of who runs dbt may differ by minutes. -#}
{% macro _difference_of(rows, file, committed_at) %}
    {% if file.n != rows %}
        {% do return("has " ~ file.n ~ " rows, and its log says " ~ rows) %}
    {% elif file.writers > 1 %}
        {% do return("has files that another writer has put there") %}
    {% elif committed_at and file.changed_at > committed_at + 300 %}
        {% do return("has files that were changed after it was written") %}
    {% endif %}
    {% do return(none) %}
{% endmacro %}

{#- {batch_id: second at which it was committed}, as far as the log says when. -#}
{% macro _commit_times(log) %}
    {% set times = {} %}
    {% for event in log.events if event.event in ("committed", "compacted") %}
        {% set at = modules.datetime.datetime.strptime(
            event.at ~ " +0000", "%Y-%m-%d %H:%M:%S %z"
        ) %}
        {% for part in daybook._batches_in(event) %}
            {% do times.update({part.batch_id: at.timestamp() | int}) %}
        {% endfor %}
    {% endfor %}
    {% do return(times) %}
{% endmacro %}

{% macro _batch_in_words(partition, batch_id) %}
    {% set values = fromjson(partition) if partition is string else partition %}
    {% do return(
        ("partition " ~ values | join(", ") ~ " of " if values else "")
        ~ "batch "
        ~ batch_id
        ~ " "
    ) %}
{% endmacro %}

{#- {partition and batch_id: {p, id, n, writers, changed_at, folder}} of what the table has. Spark
    names the files of one INSERT alike. -#}
{% macro _rows_there(relation, state) %}
    {% set names = daybook._columns(state.partition_by | map("first")) %}
    {% set query %}
        select to_json(struct(
            {{ daybook._partition_key(state.partition_by) }} as p,
            batch_id as id,
            sum(daybook_rows) as n,
            count(distinct regexp_extract(
                substring_index(daybook_file, '/', -1), '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}', 0
            )) as writers,
            unix_seconds(max(daybook_time)) as changed_at,
            max(regexp_extract(daybook_file, '^(.*)/', 1)) as folder
        ))
        from (
            select {{ names ~ "," if names }}
                batch_id,
                daybook_file,
                count(*) as daybook_rows,
                max(daybook_time) as daybook_time
            from (
                select {{ names ~ "," if names }}
                    batch_id,
                    input_file_name() as daybook_file,
                    _metadata.file_modification_time as daybook_time
                from {{ daybook._batches_relation(relation) }}
            )
            group by all
        )
        group by {{ names ~ "," if names }} batch_id
    {% endset %}
    {% set there = {} %}
    {% for row in daybook._json_rows(query) %}
        {% do there.update({tojson(row.p) ~ row.id: row}) %}
    {% endfor %}
    {% do return(there) %}
{% endmacro %}
