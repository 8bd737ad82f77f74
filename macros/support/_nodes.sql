{#- A batched model locks itself, and for a moment a model that it adopts a batch of; a pointer
    clone locks the model that it clones. -#}
{% macro _nodes_locked_by(node) %}
    {% set locked = [node] if node.config.materialized == "batched" else [] %}
    {% if locked or node.config.materialized == "pointer_clone" %}
        {% for name in node.depends_on.nodes if name in graph.nodes %}
            {% set read = graph.nodes[name] %}
            {% if read.config.materialized == "batched" %} {% do locked.append(read) %}
            {% elif read.config.materialized == "pointer_clone" %}
                {% do locked.extend(daybook._nodes_locked_by(read)) %}
            {% endif %}
        {% endfor %}
    {% endif %}
    {% do return(locked) %}
{% endmacro %}

{#- The node of a model that this one locks, if this target builds it, into this place. None if it
    is deferred, and so another target's, or a source, and so another project's: daybook does not
    write there. -#}
{% macro _node_built_here(relation) %}
    {% set key = daybook.model_key(relation) %}
    {% for node in daybook._nodes_locked_by(model)
        if daybook.model_key(daybook._node_relation(node)) == key %}
        {% do return(node) %}
    {% endfor %}
    {% do return(none) %}
{% endmacro %}

{% macro _node_relation(node) %}
    {% do return(
        api.Relation.create(
            schema=node.schema, identifier=node.alias, type="view"
        )
    ) %}
{% endmacro %}

{#- The node of a batched model of this project; none if it has none. -#}
{% macro _node_of(relation) %}
    {% for node in daybook._batched_nodes()
        if daybook.model_key(daybook._node_relation(node)) == daybook.model_key(relation) %}
        {% do return(node) %}
    {% endfor %}
    {% do return(none) %}
{% endmacro %}

{% macro _batched_nodes() %}
    {% do return(
        graph.get("nodes", {}).values()
        | selectattr("resource_type", "equalto", "model")
        | selectattr("config.materialized", "equalto", "batched")
        | sort(attribute="unique_id")
        | list
    ) %}
{% endmacro %}
