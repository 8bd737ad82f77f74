{#-
    Removes what daybook keeps of a model: its view, its batches with all their rows, its lock.
    It is for a model that is no longer in the project, that has another name now, or that has
    become an ordinary table, which stays.
-#}
{% macro remove_model(model, schema=none, apply=none, force=none) %}
    {% set arguments = daybook._arguments_of_operation(
        "remove_model",
        "remove_model",
        {"model": model, "apply": apply, "force": force},
    ) %}
    {% set schema = schema or target.schema %}
    {% for argument, name in (("model", model), ("schema", schema))
        if not daybook._has_form("[A-Za-z0-9_]+", name) %}
        {% call daybook._refuse_option("remove_model", argument, name) %}
            give a name in letters, digits and underscores
        {% endcall %}
    {% endfor %}
    {% set relation = api.Relation.create(
        schema=schema, identifier=model, type="view"
    ) %}
    {% set log = daybook._own_log(relation) %}
    {% set batches = daybook._batches_relation(relation) %}
    {% if not log.exists and daybook._cloned_key(log.entry) %}
        {% call daybook._refuse(relation) %}
            it is a pointer clone of {{ daybook._cloned_key(log.entry) }} and has no batches of its own:
            run drop view {{ relation }} to remove it
        {% endcall %}
    {% elif not log.exists %}
        {% call daybook._refuse(relation) %}
            there is no {{ batches }} of daybook's to remove: if the model is in another schema than
            {{ relation.schema }}, name that in the argument schema
        {% endcall %}
    {% elif log.format > daybook._log_format() %}
        {% do daybook._refuse_damaged_log(relation, log) %}
    {% endif %}
    {% set operation = {
        "name": "remove_model",
        "relation": relation,
        "node": {},
        "options": daybook._checked_options(relation, {}),
        "arguments": arguments,
    } %}
    {% set lock = daybook._lock_of_operation(operation) %}
    {% if lock %}
        {% set log = daybook._fail_what_was_begun(
            relation, daybook._restored_log(relation)
        ) %}
    {% endif %}
    {% set operation = dict(operation, lock=lock, log=log) %}
    {% set state = daybook._state(log) %}
    {% do daybook._refuse_if_shown_elsewhere(operation, state) %}
    {#- After a change of daybook_schema, the view may show other batches: then it stays. -#}
    {% set view = log.entry %}
    {% set is_ours = view.get("properties", {}).view in (
        "pointer",
        "partitions",
    ) and (
        daybook._shows_batches(
            relation, view, daybook._storage(batches).location
        )
    ) %}
    {% set rows = [[batches | string, state.rows.values() | sum]] %}
    {% if is_ours %}
        {% set published = daybook._rows_of(state, state.pointer) %}
        {% do rows.append([relation | string, published]) %}
    {% endif %}
    {% do daybook._print_table("To be removed", ["name", "rows"], rows) %}
    {% if lock %}
        {#- Nobody can have lent, cloned or written anything since the log was read. -#}
        {% do daybook._log_operation(operation, {"event": "removing"}) %}
        {% if is_ours %} {% do daybook._clear_name(relation, view) %} {% endif %}
        {% do daybook._drop_batches(relation, state) %}
    {% endif %}
    {% call daybook._end_operation(operation) %} removed {% endcall %}
{% endmacro %}

{% macro _refuse_if_shown_elsewhere(operation, state) %}
    {% for adopter in state.adopters %}
        {% for partition, ids in daybook._held_by(adopter, operation.relation).items()
            if ids | select("in", state.files.get(partition, [])) | list %}
            {% call daybook._refuse_operation(operation) %}
                {{ adopter }} has adopted its files: clean or remove that model first
            {% endcall %}
        {% endfor %}
    {% endfor %}
    {% for clone in state.clones
        if daybook._still_clones(clone, operation.relation) %}
        {% call daybook._refuse_operation(operation) %}
            {{ clone }} shows its files: drop that view first
        {% endcall %}
    {% endfor %}
{% endmacro %}
