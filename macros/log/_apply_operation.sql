{#- The state after an event that an operation wrote, and not a run. -#}
{% macro _apply_operation(state, event) %}
    {% if event.event == "pointed" %}
        {% do return(daybook._apply_pointing(state, event)) %}
    {% elif event.event == "protected" %}
        {% set protected = {event.of | string: event.of_position} %}
        {% do return(dict(state, protected=dict(state.protected, **protected))) %}
    {% elif event.event == "unprotected" %}
        {% set others = state.protected.items() | rejectattr(
            "0", "eq", event.of | string
        ) %}
        {% do return(dict(state, protected=dict(others))) %}
    {#- Until it is done, a clone may show the old rows or the new. -#}
    {% elif event.event in ("cloning", "cloned") %}
        {% set before = (
            state.clones.get(event.clone, [])
            if event.event == "cloning"
            else []
        ) %}
        {% set clone = {event.clone: before + [event.of_position]} %}
        {% do return(dict(state, clones=dict(state.clones, **clone))) %}
    {% elif event.event == "lent" %}
        {% do return(dict(state, adopters=state.adopters + [event.adopter])) %}
    {#- What may still have files must stay out of every range. -#}
    {% elif event.event == "dropping" %}
        {% do return(dict(state, dropping=event.files)) %}
    {% elif event.event == "dropped" %}
        {% do return(daybook._without_files(state, event.files)) %}
    {% endif %}
    {% do return(state) %}
{% endmacro %}

{#-
    The pointer moved by hand, to what it was at an earlier position. The chain keeps what is
    undone, because it was seen; and it keeps each move, which takes rows away as a batch does.
-#}
{% macro _apply_pointing(state, event) %}
    {% set chain = [] %}
    {% for batch in state.chain %}
        {% set undone = not batch.pointed and batch.position not in event.in_effect %}
        {% do chain.append(dict(batch, undone=undone)) %}
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
    {% do return(
        dict(
            state,
            chain=chain,
            pointer=event.pointer,
            since=event.since,
            inputs=event.inputs,
            **daybook._fields_in("event", event)
        )
    ) %}
{% endmacro %}

{% macro _without_files(state, dropped) %}
    {% set left, emptied, gone = {}, {}, {} %}
    {% for partition, ids in dropped.items() %}
        {% set kept = state.files.get(partition, []) | reject("in", ids) | list %}
        {% do (left if kept else emptied).update({partition: kept}) %}
        {% for id in ids %} {% do gone.update({partition ~ id: true}) %} {% endfor %}
    {% endfor %}
    {% do return(
        dict(
            state,
            files=daybook._without_keys(dict(state.files, **left), emptied),
            rows=daybook._without_keys(state.rows, gone),
            dropping={},
        )
    ) %}
{% endmacro %}
