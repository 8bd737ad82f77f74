{#- The model may have left the project, or be an ordinary table now: so it is named as its view is or
    was called, and no node of dbt's is looked for. -#}
{% macro remove_model(model, schema=none, apply=none, force=none) %}
    {% set name, schema = model or "", schema or target.schema %}
    {% for argument, text in (("model", name), ("schema", schema))
        if not daybook._has_form("[A-Za-z0-9_]+", text) %}
        {% call daybook.refuse_option("remove_model", argument, text) %}
            give a name in letters, digits and underscores
        {% endcall %}
    {% endfor %}
    {% set node = {"alias": name, "schema": schema, "config": {}} %}
    {% set given = {"apply": apply, "force": force} %}
    {% set operation = daybook._asked_operation("remove_model", node, given) %}
    {% set relation = operation.relation %}
    {% set log = daybook._store(relation).read_log(relation) %}
    {% set batches = daybook.batches_table(relation) %}
    {% if not log.exists and daybook._cloned_key(log.entry) %}
        {% call daybook.refuse(relation) %}
            it is a pointer clone of {{ daybook._cloned_key(log.entry) }} and has no batches of its own:
            run drop view {{ relation }} to remove it
        {% endcall %}
    {% elif not log.exists %}
        {% call daybook.refuse(relation) %}
            there is no {{ batches }} of daybook's to remove: if the model is in another schema than
            {{ relation.schema }}, name that in the argument schema
        {% endcall %}
    {% elif log.format > daybook._log_format() %}
        {% do daybook._refuse_damaged_log(relation, log) %}
    {% endif %}
    {% set lock = daybook._lock_of_operation(operation) %}
    {% if lock %}
        {% set log = daybook._store(relation).restored_log(relation) %}
        {% set log = daybook._fail_what_was_begun(relation, log) %}
    {% endif %}
    {% set operation = dict(operation, lock=lock, log=log) %}
    {% set state = log.state %}
    {% do daybook._refuse_if_shown_elsewhere(operation, state) %}
    {#- After a change of daybook_schema, the view may show other batches: then it stays. -#}
    {% set kind = log.entry.get("properties", {}).view %}
    {% set is_ours = kind in ("pointer", "partitions") and (
        daybook._store(relation).are_shown(relation, log)
    ) %}
    {% set rows = [[batches | string, state.rows.values() | sum]] %}
    {% if is_ours %}
        {% set published = daybook.rows_of_pointer(state, state.pointer) %}
        {% do rows.append([relation | string, published]) %}
    {% endif %}
    {% do daybook._print_table("To be removed", ["name", "rows"], rows) %}
    {% if lock %}
        {#- Nobody can have lent, cloned or written anything since the log was read. -#}
        {% do daybook._log_operation(operation, {"event": "removing"}) %}
        {% if is_ours %} {% do daybook._clear_name(relation, log.entry) %} {% endif %}
        {% do daybook._store(relation).drop(relation, state) %}
    {% endif %}
    {% call daybook._end_operation(operation) %} removed {% endcall %}
{% endmacro %}

{% macro _refuse_if_shown_elsewhere(operation, state) %}
    {% for adopter in state.adopters %}
        {% for partition, ids in daybook._held_by(adopter, operation.relation).items()
            if ids | select("in", state.files.get(partition, [])) | list %}
            {% call daybook._refuse_unlocked(operation.relation) %}
                {{ adopter }} has adopted its files: clean or remove that model first
            {% endcall %}
        {% endfor %}
    {% endfor %}
    {% for clone in state.clones
        if daybook._still_clones(clone, operation.relation) %}
        {% call daybook._refuse_unlocked(operation.relation) %}
            {{ clone }} shows its files: drop that view first
        {% endcall %}
    {% endfor %}
{% endmacro %}
