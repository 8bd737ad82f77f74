{#-
    What dead writes left in the folder of a model's batches, as a listing of its files says:

        directories   of batches that the log does not know as complete
        hidden        folders in which a write keeps its files until it ends, if nothing was written
                      there for lock_hours: those of dynamic overwrites, and of S3A's magic committer
        rows          of both, to be printed: [[name, files, bytes], ...]

    Only the run that holds the lock can publish what it writes. So while an operation holds it, each
    hidden folder belongs to a dead write, or to an orphan whose run will find that it lost the lock.
-#}
{% macro _files_dead_writes(relation, log, lock_hours) %}
    {% set location = daybook._storage(daybook._files_table(relation)).location %}
    {% set folder = location ~ "/" %}
    {#- What hidden folders have below them is partly hidden again. -#}
    {% set glob = (
        "{,/.spark-staging-*{,/_temporary/*{,/_temporary}}"
        ~ ",/__magic_job-*{,/*/tasks/*/__base}}"
    ) %}
    {#- A name with the sign = is a batch's directory, and one without it is a hidden folder. -#}
    {% set query %}
        select to_json(struct(name, count(*) as files, sum(length) as bytes))
        from
            (
                select
                    *,
                    regexp_extract(
                        substr(path, {{ folder | length + 1 }}),
                        '^((?:[.]spark-staging-|__magic_job-)[^/=]+|(?:.*/)?batch_id=[0-9]+)/'
                    ) as name
                from files
                where startswith(path, {{ daybook.quoted_text(folder) }})
            )
        where name <> ''
        group by name
        having
            if(
                instr(name, '=') > 0,
                try_cast(regexp_extract(name, '=([0-9]+)$') as bigint)
                not in ({{ daybook._known_batches(log) | join(", ") }}),
                max(unix_timestamp(modificationTime)) + {{ lock_hours }} * 3600 < unix_timestamp()
            )
        order by name
    {% endset %}
    {% set directories, hidden, rows = [], [], [] %}
    {% for row in daybook._rows_about_files(relation, location, glob, query) %}
        {% do (directories if "=" in row.name else hidden).append(folder ~ row.name) %}
        {% do rows.append([row.name, row.files, row.bytes]) %}
    {% endfor %}
    {% do return({"directories": directories, "hidden": hidden, "rows": rows}) %}
{% endmacro %}

{#- The ids of complete batches, and of one that may be being written; 0 is none. -#}
{% macro _known_batches(log) %}
    {% set ids = [0] + log.state.files.values() | sum(start=[]) | list %}
    {% if log.events and log.events[-1].event == "started" %}
        {% do ids.append(log.events[-1].batch_id) %}
    {% endif %}
    {% do return(ids | unique | list) %}
{% endmacro %}

{#- Removes it, under the lock; returns whether unfinished uploads were aborted too. -#}
{% macro _files_remove_dead_writes(relation, log, dead) %}
    {% set batches = daybook._files_table(relation) %}
    {% set known, registered = daybook._known_batches(log), [] %}
    {% for row in run_query("show partitions " ~ batches) %}
        {% do registered.append(row[0].rpartition("batch_id=")[2] | int) %}
    {% endfor %}
    {#- A write that begins after a loss of the lock has batches and folders that were not listed. -#}
    {% do daybook._assert_still_locked(relation) %}
    {% for id in registered | unique if id not in known %}
        {% do daybook._drop_batch(relation, id) %}
    {% endfor %}
    {% do daybook._remove_directories_of(batches, relation, dead.directories) %}
    {% do daybook._remove_directories(relation, dead.hidden, 1) %}
    {% do daybook._assert_still_locked(relation) %}
    {% do return(daybook._abort_uploads(batches)) %}
{% endmacro %}
