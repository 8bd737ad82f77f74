{#-
    Compares the files of every batch in every partition with the log: how many rows they have,
    whether one INSERT has written them all, and whether any changed after the batch was
    committed. `counted` is what _counted_files returns; [[what differs, what to do], ...].
-#}
{% macro _damage_to_rows(log, counted) %}
    {% set state, committed = log.state, {} %}
    {% for event in log.events if event.event in ("committed", "compacted") %}
        {% for part in daybook._batches_in(event) %}
            {% do committed.update({part.batch_id: event.at}) %}
        {% endfor %}
    {% endfor %}
    {% set damage, known = [], [] %}
    {% for partition, ids in state.files.items() %}
        {% for id in ids %}
            {% set key = daybook.sorted_json(fromjson(partition) + [id | string]) %}
            {% set what = daybook._damage_to_batch(
                counted.get(key, {"rows": 0}),
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
            {% do known.append(key) %}
            {% if what %}
                {% do damage.append(
                    [daybook._batch_in_words(key) ~ what ~ seen, to_do]
                ) %}
            {% endif %}
        {% endfor %}
    {% endfor %}
    {% for key, batch in counted.items()
        if key not in known and batch.partition[-1] | int not in state.dead %}
        {% set what = daybook._batch_in_words(key) ~ "is not in its log" %}
        {% do damage.append([what, "clean_batches removes it"]) %}
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
    {% elif committed_at and daybook._utc_time(
        counted.changed_at - 300
    ) > committed_at %}
        {% do return("has files that were changed after it was written") %}
    {% endif %}
    {% do return(none) %}
{% endmacro %}

{% macro _batch_in_words(partition) %}
    {% set values = fromjson(partition) %}
    {% set is_whole = values | length == 1 %}
    {% set of = "" if is_whole else "partition " ~ values[:-1] | join(", ") ~ " of " %}
    {% do return(of ~ "batch " ~ values[-1] ~ " ") %}
{% endmacro %}
