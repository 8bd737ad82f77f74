{#- What a dead run left, put right now. Idea: a database's recovery from its log. -#}
{% macro recover(model, force=false) %}
    {% set node = daybook._batched_node(model) %}
    {% set relation = daybook._node_relation(node) %}
    {% set hours = daybook._options_of_node(node).lock_hours %}
    {% set lock = daybook._lock_relation(relation) %}
    {% set held = daybook._read_lock(lock) if daybook._schema_exists(lock) else {} %}
    {% if not held and not daybook._exists(daybook._batches_relation(relation)) %}
        {% do daybook._say(relation, "has not been run: nothing to recover") %}
        {% do return("") %}
    {% endif %}
    {% if held and force %}
        {% do daybook._take_over(relation, lock, held, hours, invocation_id) %}
    {% endif %}
    {% do daybook._take_lock(relation, hours) %}
    {% set log = daybook._recovered_log(relation) %}
    {% set left = daybook._damage_to_view(relation, log) %}
    {% if left %}
        {% set log = daybook._flip_pointer(relation, log) %}
        {% set left = daybook._damage_to_view(relation, log) %}
        {% if not left %}
            {% do daybook._say(relation, "wrote its view again, as its log asks for") %}
        {% endif %}
    {% endif %}
    {% do daybook._release_lock(lock) %}
    {% for what, to_do in left %}
        {% do daybook._raise(relation, what ~ ": " ~ to_do) %}
    {% endfor %}
    {% do daybook._say(
        relation,
        "is as its log says, and unlocked; check_model looks at its rows too",
    ) %}
{% endmacro %}
