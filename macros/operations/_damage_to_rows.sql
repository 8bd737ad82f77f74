{#-
    Compares the files of every batch in every partition with the log: how many rows they have,
    whether one INSERT has written them all, and whether any changed after the batch was
    committed. `counted` is what _counted_batches returns; [[what differs, what to do], ...].
-#}
{% macro _damage_to_rows(log, counted) %}
    {% set state = daybook._state(log) %}
    {% set committed = daybook._commit_times(log) %}
    {% set damage, known = [], [] %}
    {% for partition, ids in state.files.items() %}
        {% for id in ids if id not in state.dropping.get(partition, []) %}
            {% do known.append(partition ~ id) %}
            {% set what = daybook._damage_to_batch(
                counted.get(partition ~ id, {"rows": 0}),
                state.rows[partition ~ id],
                id in state.adopted,
                committed.get(id),
            ) %}
            {% if id in state.pointer.get(partition, []) %}
                {% set seen = ", and readers see it" %}
                {% set to_do = "restore its files, or run the model for these rows again, and what has consumed them with --full-refresh" %}
            {% else %}
                {% set seen, to_do = "", "restore its files, or do not go back to it" %}
            {% endif %}
            {% if what %}
                {% set batch = daybook._batch_in_words(fromjson(partition), id) %}
                {% do damage.append([batch ~ what ~ seen, to_do]) %}
            {% endif %}
        {% endfor %}
    {% endfor %}
    {% for key, batch in counted.items()
        if key not in known and batch.id not in state.dead %}
        {% set named = daybook._batch_in_words(batch.partition, batch.id) %}
        {% do damage.append(
            [named ~ "is not in its log", "clean_batches removes it"]
        ) %}
    {% endfor %}
    {% do return(damage) %}
{% endmacro %}

{#- What is wrong with a batch in a partition, as the end of a sentence; none if nothing is. The
    clocks of the file system and of the machine with dbt may differ by minutes. -#}
{% macro _damage_to_batch(counted, rows, is_adopted, committed_at) %}
    {% if counted.rows != rows %}
        {% do return(
            "has " ~ counted.rows ~ " readable rows, and its log says " ~ rows
        ) %}
    {% elif counted.writers > 1 and not is_adopted %}
        {% do return("has files that another writer has put there") %}
    {% elif committed_at and counted.changed_at > committed_at + 300 %}
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

{% macro _batch_in_words(values, batch_id) %}
    {% set partition = "partition " ~ values | join(", ") ~ " of " if values else "" %}
    {% do return(partition ~ "batch " ~ batch_id ~ " ") %}
{% endmacro %}

{#- {partition and batch_id: {partition, id, rows, writers, changed_at, folder}} of what the table
    has. Spark names the files of one INSERT alike. -#}
{% macro _counted_batches(relation, state) %}
    {% set columns = daybook._columns(state.partition_by | map("first")) %}
    {% set keys = daybook._numbered_keys(state.partition_by) %}
    {% set names = daybook._columns(keys | map("first")) %}
    {% set query %}
        select to_json(struct(
            {{ daybook._partition_key(keys) }} as partition,
            batch_id as id,
            sum(row_count) as rows,
            count(distinct regexp_extract(
                substring_index(file, '/', -1),
                '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}',
                0
            )) as writers,
            unix_seconds(max(changed_at)) as changed_at,
            max(regexp_extract(file, '^(.*)/', 1)) as folder
        ))
        from (
            select {{ names ~ "," if names }}
                batch_id,
                file,
                count(*) as row_count,
                max(changed_at) as changed_at
            from (
                select {{ columns ~ "," if columns }}
                    batch_id,
                    input_file_name(),
                    _metadata.file_modification_time
                from {{ daybook._batches_relation(relation) }}
            ) as files ({{ names ~ "," if names }} batch_id, file, changed_at)
            group by all
        )
        group by {{ names ~ "," if names }} batch_id
    {% endset %}
    {% set counted = {} %}
    {% for row in daybook._json_rows(query) %}
        {% do counted.update({daybook._json(row.partition) ~ row.id: row}) %}
    {% endfor %}
    {% do return(counted) %}
{% endmacro %}

{#- Partition columns under names of the query's own, [[name, type], ...]: a model may call its
    columns as the query does. -#}
{% macro _numbered_keys(partition_by) %}
    {% set keys = [] %}
    {% for _, type in partition_by %}
        {% do keys.append(["key_" ~ loop.index, type]) %}
    {% endfor %}
    {% do return(keys) %}
{% endmacro %}
