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
    {% set rows = [] %}
    {% for batch in log.checkpoints[0].state.chain %}
        {% do rows.append(daybook._row_without_event(state, batch)) %}
    {% endfor %}
    {% for event in log.events
        if event.event in ("started", "failed", "committed", "compacted", "pointed") %}
        {% for part in daybook._batches_in(event) %}
            {% do rows.append(daybook._batch_row(state, dict(event, **part))) %}
        {% endfor %}
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

{% macro _batch_row(state, event) %}
    {% if event.event == "pointed" %}
        {% do return([event.to, event.at, "pointed", "", "", "", "", "by hand"]) %}
    {% endif %}
    {% set partitions = event.partitions or [] %}
    {% do return(
        [
            event.batch_id,
            event.at or "",
            event.event,
            partitions | sum(attribute="1"),
            partitions | length,
            daybook._partitions_with(state.pointer, event.batch_id),
            daybook._partitions_with(state.files, event.batch_id),
            daybook._notes_on_batch(state, event) | join(", "),
        ]
    ) %}
{% endmacro %}

{% macro _notes_on_batch(state, event) %}
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
            (
                private.rows ~ " of the rows are private"
                if private.rows
                else none
            ),
        ]
        | select
        | list
    ) %}
{% endmacro %}

{#- Of a batch whose event was deleted, the log only knows when it was published. -#}
{% macro _row_without_event(state, batch) %}
    {% do return(
        [
            batch.batch_id,
            batch.at,
            "pointed" if batch.pointed else "committed",
            "",
            "",
            daybook._partitions_with(state.pointer, batch.batch_id),
            daybook._partitions_with(state.files, batch.batch_id),
            "protected" if batch.batch_id | string in state.protected else "",
        ]
    ) %}
{% endmacro %}

{#- The number of partitions in which a pointer, or the table, has files of a batch. -#}
{% macro _partitions_with(partitions, batch_id) %}
    {% set count = namespace(n=0) %}
    {% for ids in partitions.values() if batch_id in ids %}
        {% set count.n = count.n + 1 %}
    {% endfor %}
    {% do return(count.n) %}
{% endmacro %}
