{#-
    The batches of a model, oldest first: what each wrote, how much of it readers see, and how
    much is still on disk.

        batch_id    at                   what       rows  written  seen  on disk  notes
        1449784608  2015-12-10 21:56:48  committed  9474       13    12       13  protected
-#}
{% macro list_batches(model) %}
    {% set found = daybook._look_at(model) %}
    {% set state = daybook._state(found.log) %}
    {% set rows = [] %}
    {% for batch in found.log.checkpoints[0].state.chain %}
        {% do rows.append(daybook._folded_row(state, batch)) %}
    {% endfor %}
    {% for event in found.log.events
        if event.event in ("started", "failed", "committed", "compacted", "pointed") %}
        {% for part in daybook._batches_in(event) %}
            {% do rows.append(daybook._batch_row(state, dict(event, **part))) %}
        {% endfor %}
    {% endfor %}
    {% do daybook._print_table(
        "The batches of " ~ found.relation ~ " (times in UTC; partitions)",
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
        {% do daybook._say(
            found.relation,
            clone ~ " clones it as of position " ~ positions | join(" or "),
        ) %}
    {% endfor %}
{% endmacro %}

{% macro _batch_row(state, event) %}
    {% set notes = [event.why] if event.why else [] %}
    {% if event.event == "pointed" %}
        {% do return([event.to, event.at, "pointed", "", "", "", "", "by hand"]) %}
    {% endif %}
    {% if event.batch_id | string in state.protected %}
        {% do notes.append("protected") %}
    {% endif %}
    {% for batch in state.chain if batch.position == event.position and batch.undone %}
        {% do notes.append("rolled back") %}
    {% endfor %}
    {% if event.adopted %} {% do notes.append("adopted") %} {% endif %}
    {% set partitions = event.partitions or [] %}
    {% set private = namespace(rows=0) %}
    {% for partition, rows in partitions
        if fromjson(partition) and fromjson(partition)[0] in state.private %}
        {% set private.rows = private.rows + rows %}
    {% endfor %}
    {% if private.rows %}
        {% do notes.append(private.rows ~ " of the rows are private") %}
    {% endif %}
    {% do return(
        [
            event.batch_id,
            event.at or "",
            event.event,
            partitions | sum(attribute="1"),
            partitions | length,
            daybook._partitions_with(state.pointer, event.batch_id),
            daybook._partitions_with(state.files, event.batch_id),
            notes | join(", "),
        ]
    ) %}
{% endmacro %}

{#- Of a batch whose event was deleted no more is known than when it was published. -#}
{% macro _folded_row(state, batch) %}
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

{#- In how many partitions a batch has files, of those that a pointer or the table names. -#}
{% macro _partitions_with(partitions, batch_id) %}
    {% set count = namespace(n=0) %}
    {% for ids in partitions.values() if batch_id in ids %}
        {% set count.n = count.n + 1 %}
    {% endfor %}
    {% do return(count.n) %}
{% endmacro %}
