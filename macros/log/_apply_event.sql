{#-
    The state after one more event. The state before it stays as it was: what the event changes
    is copied.
-#}
{% macro _apply_event(state, event) %}
    {% set batches = daybook._batches_in(event) if event.batch_id else [] %}
    {% set own = batches | map(attribute="batch_id") | list %}
    {% set strays, beside = event.strays or [], event.beside or [] %}
    {% set ids = state.ids + own + strays %}
    {#- Dead batches may have ids between those of a batch that is lent, and of strays. -#}
    {% set state = dict(
        state,
        position=event.position,
        ids=ids | sort if event.borrowed or strays else ids,
        dead=state.dead + strays,
        beside=(state.beside + beside) | unique | list,
    ) %}
    {% if event.event == "committed" %}
        {% do return(daybook._apply_batch(state, event)) %}
    {% elif event.event == "compacted" %}
        {% do return(daybook._apply_compaction(state, event)) %}
    {% elif event.event in ("started", "failed") %}
        {% do return(dict(state, dead=state.dead + own)) %}
    {% endif %}
    {% do return(daybook._apply_operation(state, event)) %}
{% endmacro %}

{#- The batches of an event: one that another model lends has an id of its own. -#}
{% macro _batches_in(event) %}
    {% do return(
        ([dict(event.borrowed, adopted=true)] if event.borrowed else [])
        + [event]
    ) %}
{% endmacro %}

{#- A committed batch: what it replaces goes, and its own partitions join. -#}
{% macro _apply_batch(state, event) %}
    {% set parts = daybook._batches_in(event) %}
    {% set pointer, replaced, begun_again = dict(state.pointer), {}, {} %}
    {% set candidates = state.pointer if event.replaced == "all" else event.replaced %}
    {% for partition in candidates if state.pointer.get(partition) %}
        {#- An event of an earlier release may name a partition twice. -#}
        {% set since = (
            none if partition in begun_again else state.since.get(partition)
        ) %}
        {% do replaced.update({partition: since}) %}
        {% do pointer.update({partition: []}) %}
        {% if not event.keeps_rows %}
            {% do begun_again.update({partition: true}) %}
        {% endif %}
    {% endfor %}
    {% set since = daybook._without_keys(state.since, begun_again) %}
    {% for part in parts %}
        {% for partition, rows in part.partitions %}
            {% set ids = (pointer[partition] or []) + [part.batch_id] %}
            {% do pointer.update({partition: ids}) %}
            {% if partition not in since %}
                {% do since.update({partition: event.position}) %}
            {% endif %}
        {% endfor %}
    {% endfor %}
    {#- Readers lose nothing if a partition was private, and stays so. -#}
    {% set unseen = daybook._private_of(replaced, state.private) %}
    {% set replaced = daybook._without_keys(
        replaced, daybook._private_of(unseen, event.private)
    ) %}
    {% set chain, adopted = [], [] %}
    {% for part in parts %}
        {% do chain.append(
            dict(
                daybook._fields_in("chain", event),
                position=event.position,
                batch_id=part.batch_id,
                at=event.at,
                replaced=replaced if loop.last else {},
            )
        ) %}
        {% if part.adopted %} {% do adopted.append(part.batch_id) %} {% endif %}
    {% endfor %}
    {% set state = daybook._with_files(state, parts) %}
    {% do return(
        dict(
            state,
            pointer=pointer,
            since=since,
            chain=state.chain + chain,
            adopted=state.adopted + adopted,
            inputs=dict(
                {} if event.rebuilds else state.inputs, **event.inputs
            ),
            types=event.types or state.types,
            **daybook._fields_in("event", event)
        )
    ) %}
{% endmacro %}

{#- Rewritten files stand in for those they were made of; the rows are the same. -#}
{% macro _apply_compaction(state, event) %}
    {% set pointer = dict(state.pointer) %}
    {% for partition, merged in event.merged %}
        {% set ids = pointer.get(partition, []) | reject("in", merged) | list %}
        {% do pointer.update({partition: ids + [event.batch_id]}) %}
    {% endfor %}
    {% do return(dict(daybook._with_files(state, [event]), pointer=pointer)) %}
{% endmacro %}

{#- The state with the files of some batches. -#}
{% macro _with_files(state, batches) %}
    {% set files, rows = dict(state.files), dict(state.rows) %}
    {% for batch in batches %}
        {% for partition, count in batch.partitions %}
            {% set ids = (files[partition] or []) + [batch.batch_id] %}
            {% do files.update({partition: ids}) %}
            {% do rows.update({partition ~ batch.batch_id: count}) %}
        {% endfor %}
    {% endfor %}
    {% do return(dict(state, files=files, rows=rows)) %}
{% endmacro %}
