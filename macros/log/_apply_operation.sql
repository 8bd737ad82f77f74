{#- What operations, and not runs, change in the state that a log adds up to. -#}
{% macro _apply_operation(state, event) %}
    {% if event.event == "pointed" %} {% do daybook._apply_pointing(state, event) %}
    {% elif event.event == "protected" %}
        {% do state.protected.update({event.of | string: event.of_position}) %}
    {% elif event.event == "unprotected" %}
        {% do state.protected.pop(event.of | string, none) %}
    {#- Until it is done, a clone may show the old rows or the new. -#}
    {% elif event.event == "cloning" %}
        {% set positions = state.clones.get(event.clone, []) + [event.of_position] %}
        {% do state.clones.update({event.clone: positions}) %}
    {% elif event.event == "cloned" %}
        {% do state.clones.update({event.clone: [event.of_position]}) %}
    {% elif event.event == "lent" %}
        {% do state.update({"adopters": state.adopters + [event.adopter]}) %}
    {#- What may still have files must stay out of every range. -#}
    {% elif event.event == "dropping" %}
        {% do state.update({"dropping": event.files}) %}
    {% elif event.event == "dropped" %}
        {% do state.update({"dropping": {}}) %}
        {% do daybook._apply_dropping(state, event.files) %}
    {% endif %}
{% endmacro %}

{#-
    The pointer moved by hand, to what it was at an earlier position. The chain keeps what is
    undone, for it was seen; and it keeps each moving, which takes rows away as a batch does.
-#}
{% macro _apply_pointing(state, event) %}
    {% set chain = [] %}
    {% for batch in state.chain %}
        {% do chain.append(
            dict(
                batch,
                undone=not batch.pointed
                and batch.position not in event.in_effect,
            )
        ) %}
    {% endfor %}
    {% do chain.append(
        {
            "position": event.position,
            "batch_id": event.to,
            "at": event.at,
            "replaced": event.replaced,
            "keeps_rows": false,
            "pointed": true,
        }
    ) %}
    {% do state.update({"chain": chain}) %}
    {% for name in ("pointer", "since", "inputs") %}
        {% do state.update({name: dict(event[name])}) %}
    {% endfor %}
    {% for name in daybook._last_batch_says() %}
        {% do state.update({name: event.get(name)}) %}
    {% endfor %}
{% endmacro %}

{% macro _apply_dropping(state, files) %}
    {% for partition, ids in files.items() %}
        {% set left = state.files.get(partition, []) | reject("in", ids) | list %}
        {% if left %} {% do state.files.update({partition: left}) %}
        {% else %} {% do state.files.pop(partition, none) %}
        {% endif %}
        {% for id in ids %} {% do state.rows.pop(partition ~ id, none) %} {% endfor %}
    {% endfor %}
{% endmacro %}
