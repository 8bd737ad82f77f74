{#-
    Removes files that nothing shows any more: replaced, undone or rewritten more than some
    days ago, and neither protected nor shown by a pointer clone. What runs leave that died is
    removed too. as_of answers for those days; for earlier times where the files remain, or
    where rows have merely joined since. Otherwise it is refused.
-#}
{% macro clean_batches(model, older_than_days=7, apply=false) %}
    {% if older_than_days is not number or older_than_days < 0 %}
        {% do exceptions.raise_compiler_error(
            "daybook: clean_batches: older_than_days="
            ~ tojson(older_than_days)
            ~ " can't be used here: use a number of days, 0 or more"
        ) %}
    {% endif %}
    {% set found = (
        daybook._begin_operation(model) if apply else daybook._look_at(model)
    ) %}
    {% set files = daybook._files_to_clean(
        found.relation, found.log, older_than_days
    ) %}
    {% do daybook._print_cleaning(found, files, older_than_days) %}
    {% if not apply %} {% do daybook._say_dry(found.relation, "remove them") %}
    {% else %}
        {% set log = (
            daybook._drop_files(found.relation, found.log, files)
            if files
            else found.log
        ) %}
        {% set directories = daybook._drop_strangers(found.relation, log) %}
        {% do daybook._end_operation(found) %}
        {% do daybook._say(
            found.relation,
            "cleaned; of dead runs "
            ~ directories
            ~ " directories were removed",
        ) %}
    {% endif %}
{% endmacro %}

{% macro _print_cleaning(found, files, older_than_days) %}
    {% set state = daybook._state(found.log) %}
    {% set by_batch = {} %}
    {% for partition, ids in files.items() %}
        {% for id in ids %}
            {% set partitions, rows = by_batch.get(id, (0, 0)) %}
            {% do by_batch.update(
                {id: (partitions + 1, rows + state.rows[partition ~ id])}
            ) %}
        {% endfor %}
    {% endfor %}
    {% set rows = [] %}
    {% for id in by_batch | sort %}
        {% do rows.append([id] + by_batch[id] | list) %}
    {% endfor %}
    {% do daybook._print_table(
        "Files of "
        ~ found.relation
        ~ " that nobody has seen for "
        ~ older_than_days
        ~ " days",
        ["batch_id", "partitions", "rows"],
        rows,
    ) %}
{% endmacro %}

{#- {partition: [batch_id, ...]} of the files that may go. -#}
{% macro _files_to_clean(relation, log, older_than_days) %}
    {% set until = modules.datetime.datetime.now(
        modules.pytz.utc
    ) - modules.datetime.timedelta(days=older_than_days) %}
    {% set kept = {} %}
    {% for pointer in daybook._pointers_to_keep(
        relation, log, until.strftime("%Y-%m-%d %H:%M:%S")
    ) %}
        {% for partition, ids in pointer.items() %}
            {% for id in ids %}
                {% do kept.update({partition ~ id: true}) %}
            {% endfor %}
        {% endfor %}
    {% endfor %}
    {% set files = {} %}
    {% for partition, ids in daybook._state(log).files.items() %}
        {% set unseen = [] %}
        {% for id in ids if partition ~ id not in kept %}
            {% do unseen.append(id) %}
        {% endfor %}
        {% if unseen %} {% do files.update({partition: unseen}) %} {% endif %}
    {% endfor %}
    {% do return(files) %}
{% endmacro %}

{#- What readers have seen since a time, and what is protected, cloned or lent. -#}
{% macro _pointers_to_keep(relation, log, until) %}
    {% set now = daybook._state(log) %}
    {% set pointers = [now.pointer, daybook._state(log, log.flipped).pointer] %}
    {% set first = log.checkpoints[0] %}
    {% set then = namespace(position=first.position) %}
    {% if first.state.chain and first.state.chain[-1].at > until %}
        {#- When these were replaced is not known any more. -#}
        {% do pointers.append(first.state.files) %}
    {% endif %}
    {% for event in log.events if event.at and event.at <= until %}
        {% set then.position = event.position %}
    {% endfor %}
    {% for event in log.events if event.position > then.position %}
        {% for part in daybook._batches_in(event) %}
            {% for partition, _ in part.partitions or [] %}
                {% do pointers.append({partition: [part.batch_id]}) %}
            {% endfor %}
        {% endfor %}
        {% if event.event == "pointed" %}
            {% do pointers.append(event.pointer) %}
        {% endif %}
    {% endfor %}
    {% for adopter in now.adopters %}
        {% do pointers.append(daybook._held_by(adopter)) %}
    {% endfor %}
    {% set positions = [then.position] + now.protected.values() | list %}
    {% for clone, of_clone in now.clones.items()
        if daybook._still_clones(clone, relation) %}
        {% do positions.extend(of_clone) %}
    {% endfor %}
    {% for position in positions | unique %}
        {% do pointers.append(daybook._state_at(log, position).pointer) %}
    {% endfor %}
    {% do return(pointers) %}
{% endmacro %}

{#- Whether a view that was a clone of the model is there, and is one. -#}
{% macro _still_clones(clone, relation) %}
    {% set view = daybook._relation_of(clone) %}
    {% if not daybook._schema_exists(view) %} {% do return(false) %} {% endif %}
    {% do return(
        daybook._cloned_key(daybook._found(view)) == daybook._key(relation)
    ) %}
{% endmacro %}

{#- The batches that a model has adopted and still has, in which partitions; also those that it
    has begun to take over: {partition: [batch_id, ...]}. -#}
{% macro _held_by(adopter) %}
    {% set adopter = daybook._relation_of(adopter) %}
    {% if not daybook._exists(daybook._batches_relation(adopter)) %}
        {% do return({}) %}
    {% endif %}
    {% set log = daybook._read_log(adopter) %}
    {% set state = daybook._state(log) %}
    {% set held = {} %}
    {% for partition, ids in state.files.items() %}
        {% do held.update({partition: ids | select("in", state.adopted) | list}) %}
    {% endfor %}
    {% set begun = log.events[-1].borrowed if log.events else none %}
    {% for partition, rows in (begun or {}).partitions or [] %}
        {% do held.update({partition: held.get(partition, []) + [begun.batch_id]}) %}
    {% endfor %}
    {% do return(held) %}
{% endmacro %}

{#- Removes files of batches that the log does not know as complete; how many directories. -#}
{% macro _drop_strangers(relation, log) %}
    {% set known = [0] %}
    {% for ids in daybook._state(log).files.values() %}
        {% do known.extend(ids) %}
    {% endfor %}
    {% set registered = [] %}
    {% for row in run_query("show partitions " ~ daybook._batches_relation(relation)) %}
        {% do registered.append(row[0].rpartition("batch_id=")[2] | int) %}
    {% endfor %}
    {% for id in registered | unique if id not in known %}
        {% do daybook._drop_batch(relation, id) %}
    {% endfor %}
    {% do return(
        daybook._remove_batches(
            relation, "not in (" ~ known | unique | join(", ") ~ ")"
        )
    ) %}
{% endmacro %}
