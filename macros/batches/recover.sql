{#- What a dead run left, put right now. Idea: a database's recovery from its log. -#}
{% macro recover(model, force=false) %}
    {% set relation = daybook._model_relation(model) %}
    {% set lock = daybook._lock_relation(relation) %}
    {% set held = (
        daybook._read_lock(lock)
        if adapter.check_schema_exists(lock.database, lock.schema)
        else {}
    ) %}
    {% if not held and not daybook._exists(daybook._batches_relation(relation)) %}
        {% do daybook._say(relation, "has not been run: nothing to recover") %}
        {% do return("") %}
    {% endif %}
    {% if held and force %}
        {% do daybook._take_over(relation, lock, held, 6) %}
    {% endif %}
    {% do daybook._finish(relation) %}
    {% do daybook._say(relation, "is whole and unlocked") %}
{% endmacro %}

{#- A batched model by its name, in this project or a package, or by its alias. -#}
{% macro _model_relation(model) %}
    {% for attribute in ("name", "alias") %}
        {% for node in daybook._batched_nodes() if node[attribute] == model %}
            {% do return(daybook._node_relation(node)) %}
        {% endfor %}
    {% endfor %}
    {% do exceptions.raise_compiler_error(
        "daybook: no batched model is called "
        ~ model
        ~ "; name one of: "
        ~ daybook._batched_nodes()
        | map(attribute="name")
        | sort
        | join(", ")
    ) %}
{% endmacro %}
