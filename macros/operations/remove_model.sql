{#-
    Removes what daybook keeps of a model: its view, its batches with all their rows, its lock.
    It is for a model that is no longer in the project, that has another name now, or that has
    become an ordinary table, which stays.
-#}
{% macro remove_model(model, schema=none, apply=none, force=none) %}
    {% if not model %}
        {% call daybook._refuse("remove_model") %}
            no model is named: add --args '{model: fct_orders}'
        {% endcall %}
    {% endif %}
    {% for argument, name in (("model", model), ("schema", schema or target.schema))
        if not daybook._has_form("[A-Za-z0-9_]+", name | string) %}
        {% call daybook._refuse_option("remove_model", argument, name) %}
            give a name in letters, digits and underscores
        {% endcall %}
    {% endfor %}
    {% set relation = api.Relation.create(
        schema=schema or target.schema, identifier=model, type="view"
    ) %}
    {% set arguments = daybook._arguments_of_operation(
        "remove_model", relation, {"apply": apply, "force": force}
    ) %}
    {% set batches = daybook._batches_relation(relation) %}
    {% set is_there = daybook._exists(batches) %}
    {% set log = daybook._read_log(relation) if is_there else {} %}
    {% set source = none if is_there else daybook._clone_shown(relation) %}
    {% if source %}
        {% call daybook._refuse(relation) %}
            it is a pointer clone of {{ source }} and has no batches of its own: run drop view
            {{ relation }} to remove it
        {% endcall %}
    {% elif not log.exists %}
        {% call daybook._refuse(relation) %}
            there is no {{ batches }} of daybook's to remove: if the model is in another schema than
            {{ relation.schema }}, name that in the argument schema
        {% endcall %}
    {% endif %}
    {% if log.format > daybook._log_format() %}
        {% do daybook._refuse_damaged_log(relation, log) %}
    {% endif %}
    {% if arguments.apply %}
        {% do daybook._refuse_in_hook("remove_model", relation) %}
    {% endif %}
    {% set hours = daybook._options_of_batched().lock_hours.default %}
    {% set lock = (
        daybook._lock_model(relation, hours, force=arguments.force)
        if arguments.apply
        else none
    ) %}
    {% if lock %}
        {% set log = daybook._fail_what_was_begun(
            relation, daybook._restored_log(relation)
        ) %}
    {% endif %}
    {% set operation = {"relation": relation, "lock": lock, "log": log} %}
    {% set state = daybook._state(log) %}
    {% do daybook._refuse_if_shown_elsewhere(operation, state) %}
    {% set view = log.entry %}
    {#- After a change of daybook_schema, the view may show other batches: then it stays. -#}
    {% set is_ours = (
        daybook._is_ours(view, "pointer")
        or daybook._is_ours(view, "partitions")
    ) and daybook._shows_batches(
        relation, view, daybook._storage(batches).location
    ) %}
    {% set rows = [[batches | string, state.rows.values() | sum]] %}
    {% if is_ours %}
        {% set published = daybook._rows_of(state, state.pointer) %}
        {% do rows.append([relation | string, published]) %}
    {% endif %}
    {% do daybook._print_table("To be removed", ["name", "rows"], rows) %}
    {% if not lock %}
        {% call daybook._end_operation(operation) %}
            nothing was changed; to remove them, add apply: true
        {% endcall %}
        {% do return("") %}
    {% endif %}
    {#- Nobody can have lent, cloned or written anything since the log was read. -#}
    {% do daybook._log_operation(operation, {"event": "removing"}) %}
    {% if is_ours %} {% do daybook._clear_name(relation, view) %} {% endif %}
    {% do daybook._drop_batches(relation, state) %}
    {% call daybook._end_operation(operation) %} removed {% endcall %}
{% endmacro %}

{#- What a clone shows; none for any other relation. -#}
{% macro _clone_shown(relation) %}
    {% do return(
        daybook._cloned_from(relation)
        if daybook._schema_exists(relation)
        else none
    ) %}
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

{#- The tables beside the model, and the files of its own batches. -#}
{% macro _drop_batches(relation, state) %}
    {% set batches = daybook._batches_relation(relation) %}
    {% set folder = daybook._storage(batches).location %}
    {% set depth = daybook._described("table", batches).partition_by | length %}
    {#- Files go first: as long as the table is there, a second removal finds them. The folder above
        goes too if it is empty: that of tables dropped by hand. Uploads go before both: the INSERT
        that aborts them needs the table. -#}
    {% do daybook._abort_uploads(batches) %}
    {% do daybook._assert_still_locked(relation) %}
    {% do daybook._remove_directories(relation, [folder], 2) %}
    {% do daybook._assert_still_locked(relation) %}
    {% call daybook._execute() %}
        drop view if exists {{ daybook._log_relation(relation) }}
    {% endcall %}
    {% call daybook._execute() %} drop table {{ batches }} {% endcall %}
    {% set tables = [] %}
    {#- 1 is the depth of hidden folders. -#}
    {% for each in (1, 2, depth) | unique %}
        {% do tables.append(daybook._removal_relation(relation, each)) %}
    {% endfor %}
    {% for name in state.beside %}
        {% do tables.append(daybook._relation_of(name)) %}
    {% endfor %}
    {% for table in tables %}
        {% call daybook._execute() %} drop table if exists {{ table }} {% endcall %}
    {% endfor %}
{% endmacro %}
