{#- A batch leaves the files of what it replaces, because queries may still be reading them, and a write
    that dies leaves what it has written. Cleaning removes both. -#}
{% macro clean_batches(model=none, older_than_days=none, apply=none) %}
    {% set given = {"older_than_days": older_than_days, "apply": apply} %}
    {% if model is not none %}
        {% do return(daybook._clean_model(model, given)) %}
    {% endif %}
    {% do daybook._arguments_of_operation("clean_batches", "all models", given) %}
    {% set left_out = [] %}
    {% for node in daybook._batched_nodes()
        if daybook._store(daybook._node_relation(node)).has_files_of_its_own()
        and daybook._exists(daybook.batches_table(daybook._node_relation(node))) %}
        {% set relation = daybook._node_relation(node) %}
        {% set why_not = daybook._why_not_cleaned(relation, apply) %}
        {% if why_not %}
            {% do left_out.append(daybook.model_key(relation)) %}
            {% call daybook.tell(relation) %} not cleaned: {{ why_not }} {% endcall %}
        {% else %} {% do daybook._clean_model(node.schema ~ "." ~ node.alias, given) %}
        {% endif %}
    {% else %} {% do print("daybook: clean_batches: no model has batches yet") %}
    {% endfor %}
    {% if left_out %}
        {% call daybook.refuse("clean_batches") %}
            could not clean {{ left_out | join(", ") }}, for the reasons above: see to those, and clean
            again
        {% endcall %}
    {% endif %}
{% endmacro %}

{#- Why a cleaning of one model would be refused, so that those of the others can go on; none if
    nothing is seen. A dry run needs no lock. -#}
{% macro _why_not_cleaned(relation, apply) %}
    {% set held = daybook._lock_on(relation) if apply else {} %}
    {% if (
        held
        and not daybook._is_held_by_this_run(held)
        and not daybook._is_held_by_this_job(held)
        and not daybook._has_expired(held)
    ) %}
        {% set since = " has been writing it since " ~ held.since ~ " UTC" %}
        {% do return("invocation " ~ held.holder ~ since) %}
    {% endif %}
    {% set log = daybook._whole_log(daybook._store(relation).read_log(relation)) %}
    {% for what, to_do in daybook._damage_to_log(log) %}
        {% do return(what ~ ": " ~ to_do) %}
    {% endfor %}
    {% for adopter in log.state.adopters %}
        {% set problem = daybook._log_of_adopter(adopter).problem %}
        {% if problem %} {% do return(problem) %} {% endif %}
    {% endfor %}
    {% do return(none) %}
{% endmacro %}

{% macro _clean_model(model, given) %}
    {% set operation = daybook._begin_operation("clean_batches", model, given) %}
    {% set relation, log = operation.relation, operation.log %}
    {% set days = operation.arguments.older_than_days %}
    {% set files = daybook._batches_to_clean(relation, log, days) %}
    {% set title = (
        "Files of " ~ relation ~ " that nobody has seen for " ~ days ~ " days"
    ) %}
    {% set rows = daybook._sizes_by_batch(files, log.state) %}
    {% do daybook._print_table(title, ["batch_id", "partitions", "rows"], rows) %}
    {% set title = "What dead writes left there" %}
    {% set dead = daybook._store(relation).dead_writes(
        relation, log, operation.options.lock_hours
    ) %}
    {% do daybook._print_table(title, ["folder", "files", "bytes"], dead.rows) %}
    {% if operation.lock %}
        {% if files %}
            {% set log = daybook._drop_files(relation, log, files) %}
        {% endif %}
        {% set aborted = daybook._store(relation).remove_dead_writes(
            relation, log, dead
        ) %}
    {% endif %}
    {% call daybook._end_operation(operation) %}
        cleaned; of dead writes {{ dead.rows | map(attribute="1") | sum }} files with
        {{ dead.rows | map(attribute="2") | sum }} bytes were removed
        {{- ", and unfinished uploads aborted" if aborted }}
    {% endcall %}
{% endmacro %}

{#- [[batch_id, number of partitions, rows], ...]. -#}
{% macro _sizes_by_batch(files, state) %}
    {% set rows_of_batch = {} %}
    {% for partition, ids in files.items() %}
        {% for id in ids %}
            {% do rows_of_batch.setdefault(id, []).append(state.rows[partition ~ id]) %}
        {% endfor %}
    {% endfor %}
    {% set table = [] %}
    {% for id, rows in rows_of_batch | dictsort %}
        {% do table.append([id, rows | length, rows | sum]) %}
    {% endfor %}
    {% do return(table) %}
{% endmacro %}
