{#-
    How Spark puts the files of a write in their place. Two writes of one table may overlap: a run
    that was taken for dead can still have its INSERT at work. So a batch is written only if each
    write keeps its files apart until it ends. Spark's setting says which commit protocol it has:

        SQLHadoopMapReduceCommitProtocol    Spark's own. A dynamic overwrite stages apart.
        SQLEmrOptimizedCommitProtocol       that of EMR, made for dynamic overwrites.
        PathOutputCommitProtocol            of spark-hadoop-cloud, for committers of object stores.
                                            The INSERT names one, so that no setting replaces it.

    Returns the options of the INSERT, and whether it overwrites. In S3A's magic committer each job
    has a folder and uploads of its own, and its files appear in their place without a copy. It
    cannot overwrite partitions. A new batch has none to overwrite, so a plain INSERT will do, if it
    is sent once: after a lost connection, dbt-spark may send it again by HTTP.
-#}
{% macro _way_to_insert(table, is_new_batch) %}
    {% set factory = "mapreduce.outputcommitter.factory.class" %}
    {% set dynamic = {"partitionOverwriteMode": "dynamic"} %}
    {% if daybook._commit_protocol(table) != "PathOutputCommitProtocol" %}
        {% do return({"overwrites": true, "options": dynamic}) %}
    {% endif %}
    {% set is_sent_once = daybook._profile_setting("method") != "http" %}
    {% if (
        is_new_batch
        and is_sent_once
        and daybook._storage(table).location.startswith("s3a:")
    ) %}
        {% set options = {
            factory: "org.apache.hadoop.fs.s3a.commit.S3ACommitterFactory",
            "fs.s3a.committer.name": "magic",
            "fs.s3a.committer.magic.enabled": "true",
            "fs.s3a.committer.abort.pending.uploads": "false",
            "mapreduce.fileoutputcommitter.marksuccessfuljobs": "false",
        } %}
        {% do return({"overwrites": false, "options": options}) %}
    {% endif %}
    {% set file = "org.apache.hadoop.mapreduce.lib.output.FileOutputCommitterFactory" %}
    {% do return({"overwrites": true, "options": dict(dynamic, **{factory: file})}) %}
{% endmacro %}

{#- The last word of its class, after it was found to be safe. It is asked for once in a run. -#}
{% macro _commit_protocol(table) %}
    {% set setting = "spark.sql.sources.commitProtocolClass" %}
    {% set known = daybook._known_in_this_run() %}
    {% if "commit_protocol" not in known %}
        {% do known.update({"commit_protocol": daybook._setting(setting)}) %}
    {% endif %}
    {% set spark = "org.apache.spark.sql.execution.datasources." %}
    {% set oldest = {
        spark ~ "SQLHadoopMapReduceCommitProtocol": [3],
        spark ~ "SQLEmrOptimizedCommitProtocol": [3],
        "org.apache.spark.internal.io.cloud.PathOutputCommitProtocol": [
            4,
            1,
            2,
        ],
    } %}
    {% set safe_since = oldest.get(known.commit_protocol) %}
    {% if not safe_since or daybook.spark_version() < safe_since %}
        {% call daybook.refuse(table) %}
            {{ setting }} is {{ known.commit_protocol }}, with which a write
            {{ "can" if safe_since else "might" }} delete another write's files
            {{- " before Spark 4.1.2" if safe_since }}: set it to
            {{ spark }}SQLHadoopMapReduceCommitProtocol on the server
            {{- ", or use Spark 4.1.2" if safe_since }}
        {% endcall %}
    {% endif %}
    {% do return(known.commit_protocol.split(".")[-1]) %}
{% endmacro %}
