{#-
    The files that clean_batches may remove: {partition: [batch_id, ...]}. It keeps what readers
    have seen since a time, what is protected, and what clones and other models show.
-#}
{% macro _batches_to_clean(relation, log, older_than_days) %}
    {% set until = daybook._utc_time(daybook._epoch_now() - older_than_days * 86400) %}
    {% set kept = {} %}
    {% for pointer in (
        daybook._pointers_since(log, until)
        + daybook._pointers_of_others(relation, log)
    ) %}
        {% for partition, ids in pointer.items() %}
            {% do kept.update({partition: kept.get(partition, []) + ids}) %}
        {% endfor %}
    {% endfor %}
    {% set files = {} %}
    {% for partition, ids in log.state.files.items() %}
        {% set unseen = ids | reject("in", kept.get(partition, [])) | list %}
        {% if unseen %} {% do files.update({partition: unseen}) %} {% endif %}
    {% endfor %}
    {% do return(files) %}
{% endmacro %}

{#- Everything that readers can have seen from a time on. -#}
{% macro _pointers_since(log, until) %}
    {% set now = log.state %}
    {% set pointers = [now.pointer, daybook._state(log, log.shown).pointer] %}
    {% set first = log.checkpoints[0] %}
    {% if first.state.chain and first.state.chain[-1].at > until %}
        {#- When these were replaced is not known any more. -#}
        {% do pointers.append(first.state.files) %}
    {% endif %}
    {% set then = (
        log.events
        | selectattr("at")
        | selectattr("at", "le", until)
        | map(attribute="position")
        | max
        | default(first.position, true)
    ) %}
    {% do pointers.append(daybook._state_at(log, then).pointer) %}
    {% for event in log.events if event.position > then %}
        {% for part in daybook._batches_in(event) %}
            {% for partition, _ in part.partitions or [] %}
                {% do pointers.append({partition: [part.batch_id]}) %}
            {% endfor %}
        {% endfor %}
        {% if event.event == "pointed" %}
            {% do pointers.append(event.pointer) %}
        {% endif %}
    {% endfor %}
    {% do return(pointers) %}
{% endmacro %}

{#- What is protected, cloned or lent. -#}
{% macro _pointers_of_others(relation, log) %}
    {% set state = log.state %}
    {% set positions = state.protected.values() | list %}
    {% for clone, of_clone in state.clones.items()
        if daybook._still_clones(clone, relation) %}
        {% do positions.extend(of_clone) %}
    {% endfor %}
    {% set pointers = [] %}
    {% for position in positions | unique %}
        {% set then = daybook._state_at(log, position) %}
        {#- What it shows is not known any more, because the log has lost an event. -#}
        {% do pointers.append(then.pointer if then else state.files) %}
    {% endfor %}
    {% for adopter in state.adopters %}
        {% do pointers.append(daybook._held_by(adopter, relation)) %}
    {% endfor %}
    {% do return(pointers) %}
{% endmacro %}

{#- Whether a view that was a clone of the model still exists, and still is one: after a change of
    daybook_schema it may show the model's batches in another table. -#}
{% macro _still_clones(clone, relation) %}
    {% set view = daybook._relation_of(clone) %}
    {% if not daybook._schema_exists(view) %} {% do return(false) %} {% endif %}
    {% set entry = daybook._catalog_entry(view) %}
    {% do return(
        daybook._cloned_key(entry) == daybook.model_key(relation)
        and daybook._mentions(entry.text, daybook.batches_table(relation))
    ) %}
{% endmacro %}

{#- The batches of a model that another one has adopted and still has, and those that it has begun to
    take over: {partition: [batch_id, ...]}. -#}
{% macro _held_by(adopter, lender) %}
    {% set log = daybook._log_of_adopter(adopter) %}
    {% if log.problem %}
        {% call daybook._refuse_unlocked(lender) %}{{ log.problem }}{% endcall %}
    {% endif %}
    {% set state, held = log.state, {} %}
    {% for partition, ids in state.files.items() %}
        {% do held.update({partition: ids | select("in", state.adopted) | list}) %}
    {% endfor %}
    {% set begun = log.events[-1].borrowed if log.events else none %}
    {% for partition, rows in (begun or {}).partitions or [] %}
        {% do held.update({partition: held.get(partition, []) + [begun.batch_id]}) %}
    {% endfor %}
    {% do return(held) %}
{% endmacro %}

{#- Its log, with the `problem` if it does not say which files it still has. What it has begun to take
    over is in one copy alone. -#}
{% macro _log_of_adopter(adopter) %}
    {% set relation = daybook._relation_of(adopter) %}
    {% set log = daybook._store(relation).read_log(relation) %}
    {% set log = dict(daybook._whole_log(log), problem=none) %}
    {% set is_gone = log.is_taken or daybook._is_being_removed(log) %}
    {% for what, to_do in daybook._damage_to_log(log) if not is_gone %}
        {% set problem = " has adopted its files, but " ~ what ~ ": " ~ to_do %}
        {% do return(dict(log, problem=log.relation ~ problem)) %}
    {% endfor %}
    {% do return(log) %}
{% endmacro %}
