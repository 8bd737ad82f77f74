{#- What a dead run left, put right now. Idea: a database's recovery from its log. -#}
{% macro recover(model, force=false) %}
    {% set node = daybook._batched_node(model) %}
    {% set relation = daybook._node_relation(node) %}
    {% set hours = daybook._node_option(node, "lock_hours", 6) %}
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
    {% do daybook._recovered_log(relation) %}
    {% do daybook._release(lock) %}
    {% do daybook._say(relation, "is whole and unlocked") %}
{% endmacro %}
