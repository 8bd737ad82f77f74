{#-
    The batches of a model, oldest first: what each wrote, how much of it readers see, and how
    much is still on disk.

        batch_id    at                   what       rows  written  seen  on disk  notes
        1449784608  2015-12-10 21:56:48  committed  9474       13    12       13  protected
-#}
{% macro list_batches(model) %}
    {% set operation = daybook._begin_operation("list_batches", model, changes=false) %}
    {% set log = operation.log %}
    {% set state = daybook._state(log) %}
    {% set seen = state.pointer.values() | sum(start=[]) %}
    {% set on_disk = state.files.values() | sum(start=[]) %}
    {% set rows = [] %}
    {% for event in daybook._events_to_list(log) %}
        {% set id = event.batch_id %}
        {% do rows.append(
            [
                id,
                event.at or "",
                event.event,
                event.partitions | sum(attribute="1") if event.partitions is defined,
                event.partitions | length if event.partitions is defined,
                seen.count(id) if event.event != "pointed",
                on_disk.count(id) if event.event != "pointed",
                daybook._notes_on_batch(state, event) | join(", "),
            ]
        ) %}
    {% endfor %}
    {% do daybook._print_table(
        "The batches of " ~ operation.relation ~ " (times in UTC; partitions)",
        [
            "batch_id",
            "at",
            "what",
            "rows",
            "written",
            "seen",
            "on disk",
            "notes",
        ],
        rows,
    ) %}
    {% for clone, positions in state.clones.items() %}
        {% call daybook._tell(operation.relation) %}
            {{ clone }} clones it as of position {{ positions | join(" or ") }}
        {% endcall %}
    {% endfor %}
{% endmacro %}

{#- An event for each batch, and for each time that the pointer was moved by hand. Of a batch whose
    event was deleted, the log only knows when it was published. -#}
{% macro _events_to_list(log) %}
    {% set listed = [] %}
    {% for batch in log.checkpoints[0].state.chain %}
        {% set event = "pointed" if batch.pointed else "committed" %}
        {% do listed.append(dict(batch, event=event)) %}
    {% endfor %}
    {% for event in log.events %}
        {% if event.event == "pointed" %}
            {% do listed.append(
                {"event": "pointed", "batch_id": event.to, "at": event.at}
            ) %}
        {% elif event.event in ("started", "failed", "committed", "compacted") %}
            {% for part in daybook._batches_in(event) %}
                {% do listed.append(dict(event, **part)) %}
            {% endfor %}
        {% endif %}
    {% endfor %}
    {% do return(listed) %}
{% endmacro %}

{% macro _notes_on_batch(state, event) %}
    {% if event.event == "pointed" %} {% do return(["by hand"]) %} {% endif %}
    {% set undone = (
        state.chain
        | selectattr("undone")
        | selectattr("position", "eq", event.position)
    ) %}
    {% set private = namespace(rows=0) %}
    {% for partition, rows in event.partitions or []
        if daybook._private_of([partition], state.private) %}
        {% set private.rows = private.rows + rows %}
    {% endfor %}
    {% do return(
        [
            event.why,
            "protected" if event.batch_id | string in state.protected,
            "rolled back" if undone | list,
            "adopted" if event.adopted,
            (private.rows ~ " of the rows are private") if private.rows,
        ]
        | select
        | list
    ) %}
{% endmacro %}
