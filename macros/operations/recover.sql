{#- Repairs now what a dead run left. The idea is a database's recovery from its log. -#}
{% macro recover(model, force=none) %}
    {% set node = daybook._batched_node(model) %}
    {% set operation = daybook._asked_operation("recover", node, {"force": force}) %}
    {% set relation = operation.relation %}
    {% set batches = daybook.batches_table(relation) %}
    {% if not daybook._lock_on(relation) and not daybook._exists(batches) %}
        {% call daybook.tell(relation) %}
            has not been run: nothing to recover
        {% endcall %}
        {% do return("") %}
    {% endif %}
    {% set operation = daybook._locked_operation(operation) %}
    {% if daybook._store(relation).damage_to_view(relation, operation.log) %}
        {% set log = daybook._flip_pointer(relation, operation.log) %}
        {% for what, to_do in daybook._store(relation).damage_to_view(relation, log) %}
            {% call daybook._refuse_unlocked(relation) %}
                {{ what }}: {{ to_do }}
            {% endcall %}
        {% endfor %}
        {% call daybook.tell(relation) %}
            wrote its view again, as its log asks for
        {% endcall %}
    {% endif %}
    {% call daybook._end_operation(operation) %}
        matches its log and is unlocked. Run check_model to verify the rows
    {% endcall %}
{% endmacro %}
