{#-
    Removes what daybook keeps of a model: its view, its batches with all their rows, its lock.
    For a model that is no longer in the project, that has another name now, or that has
    become an ordinary table, which stays.
-#}
{% macro remove_model(model, schema=none, apply=false) %}
    {% set relation = api.Relation.create(
        schema=schema or target.schema, identifier=model, type="view"
    ) %}
    {% set batches = daybook._batches_relation(relation) %}
    {% if not daybook._exists(batches) %}
        {% do daybook._raise(relation, "there is no " ~ batches ~ " to remove") %}
    {% endif %}
    {% set hours = daybook._options_of_batched().lock_hours.default %}
    {% set lock = daybook._take_lock(relation, hours) if apply else none %}
    {% set operation = {"relation": relation, "lock": lock} %}
    {% set log = daybook._read_log(relation) %}
    {% if apply %}
        {% set log = daybook._fail_what_was_begun(relation, log) %}
    {% endif %}
    {% set state = daybook._state(log) %}
    {% set held_by = [] %}
    {% for adopter in state.adopters if daybook._held_by(adopter).values() | sum(start=[]) %}
        {% do held_by.append(
            adopter
            ~ " has adopted its files: clean or remove that model first"
        ) %}
    {% endfor %}
    {% for clone in state.clones if daybook._still_clones(clone, relation) %}
        {% do held_by.append(clone ~ " shows its files: drop that view first") %}
    {% endfor %}
    {% for message in held_by %}
        {% if apply %}
            {% do daybook._refuse_operation(operation, message) %}
        {% endif %}
        {% do daybook._raise(relation, message) %}
    {% endfor %}
    {% set found = daybook._found(relation) %}
    {% set is_ours = found != {} and found.properties.view in (
        "pointer",
        "partitions",
    ) %}
    {% set rows = [[batches | string, state.rows.values() | sum]] %}
    {% if is_ours %}
        {% do rows.append(
            [relation | string, daybook._rows_of(state, state.pointer)]
        ) %}
    {% endif %}
    {% do daybook._print_table("To be removed", ["name", "rows"], rows) %}
    {% if not apply %} {% do daybook._say_dry(relation, "remove them") %}
    {% else %}
        {% if is_ours %} {% do daybook._clear_name(relation, found) %}
        {% endif %}
        {% set folder = daybook._storage(batches).location %}
        {% set depth = daybook._described("table", batches).partition_by | length %}
        {% do daybook._run("drop table " ~ batches) %}
        {#- With it goes the folder above, if it is empty: that of tables dropped by hand. -#}
        {% do daybook._remove_directories(relation, [folder], 2) %}
        {% set beside = [
            daybook._removal_relation(relation, 2),
            daybook._removal_relation(relation, depth),
        ] %}
        {% for name in state.beside %}
            {% do beside.append(daybook._relation_of(name)) %}
        {% endfor %}
        {% for table in beside %} {% do daybook._run("drop table if exists " ~ table) %}
        {% endfor %}
        {% do daybook._end_operation(operation) %}
        {% do daybook._say(relation, "removed") %}
    {% endif %}
{% endmacro %}
