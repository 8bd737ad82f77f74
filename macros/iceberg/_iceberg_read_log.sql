{#-
    The log of a model in Iceberg. What readers see is the newest snapshot of the branch main, and its
    summary has, under daybook.state, all that the log adds up to:

        {"born": 1449784608, "format": 2, "state": {"position": 7, "pointer": {...}, ...}}

    So one look is enough, and no older snapshot is needed. The snapshots that other branches of daybook's
    keep are the past: their states are checkpoints of the log.

    changed_by: what somebody else has done to the rows since. Maintenance keeps them, such as
    rewrite_data_files, and does not count.
-#}
{% macro _iceberg_read_log(relation) %}
    {% set is_there = daybook._schema_exists(relation) %}
    {% set entry = daybook._catalog_entry(relation) if is_there else {} %}
    {% set log = daybook._no_log(relation, entry) %}
    {% if not entry %}
        {% do return(log) %}
        {% elif "\nProvider: iceberg\n" not in entry.text %}
        {% do return(dict(log, is_taken=true)) %}
    {% endif %}
    {% set name_of_main = daybook._snapshot_of_branch(relation, "main") %}
    {% set head = (
        daybook._snapshots(relation, "snapshot_id = " ~ name_of_main) | first
    ) %}
    {% if not head %} {% do return(daybook._log_without_snapshot(relation, log)) %}
    {% elif head.text %} {% do return(daybook._log_of_snapshots(log, [head])) %}
    {% endif %}
    {% set own, changed_by = daybook._last_own_snapshot(relation, head) %}
    {% if not own %} {% do return(dict(log, is_taken=true)) %} {% endif %}
    {#- Its rows are those of our last one. -#}
    {% set log = daybook._log_of_snapshots(log, [dict(own, id=head.id)]) %}
    {% do return(dict(log, changed_by=changed_by)) %}
{% endmacro %}

{#- The log with all snapshots that batches of it have published. -#}
{% macro _iceberg_whole_log(log) %}
    {% if not log.state.chain %} {% do return(log) %} {% endif %}
    {% set snapshots = daybook._snapshots(
        log.relation,
        "snapshot_id in (select snapshot_id from "
        ~ daybook._iceberg_table(log.relation)
        ~ ".refs where startswith(name, 'daybook_'))",
    ) %}
    {% set published = {} %}
    {% for batch in log.state.chain if not batch.pointed %}
        {% do published.update({batch.batch_id: batch.position}) %}
    {% endfor %}
    {% set known = [] %}
    {% for snapshot in snapshots if snapshot.text %}
        {% set state = fromjson(snapshot.text).state %}
        {#- A run that died has left a branch, and nobody has seen its batch. -#}
        {% if state.position < log.state.position and (
            published.get(state.chain[-1].batch_id) == state.chain[-1].position
        ) %}
            {% do known.append(snapshot) %}
        {% endif %}
    {% endfor %}
    {% set past = daybook._log_of_snapshots(log, known).checkpoints if known else [] %}
    {% do return(dict(log, checkpoints=past + log.checkpoints[-1:])) %}
{% endmacro %}

{% macro _iceberg_past(log) %}
    {% do return(daybook._iceberg_whole_log(log)) %}
{% endmacro %}

{% macro _iceberg_restored_log(relation) %}
    {% do return(daybook._iceberg_read_log(relation)) %}
{% endmacro %}

{#- A table in which nothing was ever published: ours, if a first run has died, or is at work. -#}
{% macro _log_without_snapshot(relation, log) %}
    {% set is_ours = daybook._has_property(
        daybook._iceberg_table(relation), "daybook.table"
    ) %}
    {% do return(dict(log, exists=is_ours, is_taken=not is_ours)) %}
{% endmacro %}

{#- What snapshots add up to: the last one is what readers see. -#}
{% macro _log_of_snapshots(log, snapshots) %}
    {% set checkpoints, last = [], {} %}
    {% for snapshot in snapshots %}
        {% set kept = fromjson(snapshot.text) %}
        {% set state = dict(
            daybook._fields_in("state", kept.state), snapshot=snapshot.id
        ) %}
        {% do checkpoints.append(
            {"position": state.position, "state": state, "held": {}}
        ) %}
        {% do last.update(kept) %}
    {% endfor %}
    {% set checkpoints = checkpoints | sort(attribute="position") %}
    {% set state = checkpoints[-1].state %}
    {% do return(
        dict(
            log,
            exists=true,
            born=last.born,
            format=last.format,
            checkpoints=checkpoints,
            events=[],
            state=state,
            shown=state.position,
            has_gaps=true,
        )
    ) %}
{% endmacro %}
