{#- Changes a state by an event, but no list or mapping inside its own: others may have them. -#}
{% macro _apply(state, event) %}
    {% if event.event == "folded" %}
        {% do state.update(fromjson(tojson(event.state))) %}
        {% do state.update({"first": event.position}) %}
    {% elif event.borrowed %}
        {#- One that died with a higher id may be in between. -#}
        {% set ids = daybook._parts(event) | map(attribute="batch_id") | list %}
        {% do state.update({"ids": (state.ids + ids) | sort}) %}
    {% elif event.batch_id %} {% do state.ids.append(event.batch_id) %}
    {% endif %}
    {% for table in event.beside or [] if table not in state.beside %}
        {% do state.beside.append(table) %}
    {% endfor %}
    {% if event.event == "committed" %} {% do daybook._apply_batch(state, event) %}
    {% elif event.event == "compacted" %}
        {% do daybook._add_files(state, event) %}
        {% do daybook._apply_compaction(state, event) %}
    {% elif event.event in ("started", "failed") %}
        {% do state.dead.extend(daybook._parts(event) | map(attribute="batch_id")) %}
    {% else %} {% do daybook._apply_operation(state, event) %}
    {% endif %}
    {% do state.update({"position": event.position}) %}
{% endmacro %}

{#- The batches of an event: what was lent by another model has an id of its own. -#}
{% macro _parts(event) %}
    {% do return(
        ([dict(event.borrowed, adopted=true)] if event.borrowed else [])
        + [event]
    ) %}
{% endmacro %}

{% macro _add_files(state, event) %}
    {% set id = event.batch_id %}
    {% for partition, rows in event.partitions %}
        {% do state.files.update({partition: state.files.get(partition, []) + [id]}) %}
        {% do state.rows.update({partition ~ id: rows}) %}
    {% endfor %}
{% endmacro %}

{#- A committed batch: what it replaces goes, its own partitions join. -#}
{% macro _apply_batch(state, event) %}
    {% set replaced = {} %}
    {% set candidates = state.pointer if event.replaced == "all" else event.replaced %}
    {% for partition in candidates if state.pointer.get(partition) %}
        {% do replaced.update({partition: state.since[partition]}) %}
    {% endfor %}
    {% for partition in replaced %}
        {% do state.pointer.update({partition: []}) %}
        {% if not event.keeps_rows %} {% do state.since.pop(partition) %} {% endif %}
    {% endfor %}
    {% set parts = daybook._parts(event) if event.borrowed else [event] %}
    {% for part in parts %}
        {% do daybook._add_files(state, part) %}
        {% for partition, rows in part.partitions %}
            {% set ids = state.pointer.get(partition, []) + [part.batch_id] %}
            {% do state.pointer.update({partition: ids}) %}
            {% do state.since.setdefault(partition, event.position) %}
        {% endfor %}
        {% if part.adopted %} {% do state.adopted.append(part.batch_id) %} {% endif %}
    {% endfor %}
    {#- Readers lose nothing of what was private, and stays so. -#}
    {% set unseen = daybook._private_of(replaced, state.private) %}
    {% for partition in daybook._private_of(unseen, event.private) %}
        {% do replaced.pop(partition) %}
    {% endfor %}
    {% if event.rebuilds %} {% do state.update({"inputs": {}}) %} {% endif %}
    {% do state.inputs.update(event.inputs) %}
    {% if event.types %} {% do state.update({"types": event.types}) %} {% endif %}
    {% for name in daybook._last_batch_says() %}
        {% do state.update({name: event.get(name)}) %}
    {% endfor %}
    {% for part in parts %}
        {% do state.chain.append(
            {
                "position": event.position,
                "batch_id": part.batch_id,
                "at": event.at,
                "replaced": replaced if loop.last else {},
                "keeps_rows": event.keeps_rows,
            }
        ) %}
    {% endfor %}
{% endmacro %}

{#- Rewritten files stand in for those they were made of; the rows are the same. -#}
{% macro _apply_compaction(state, event) %}
    {% for partition, merged in event.merged %}
        {% do state.pointer.update(
            {
                partition: state.pointer[partition]
                | reject("in", merged)
                | list + [event.batch_id]
            }
        ) %}
    {% endfor %}
{% endmacro %}

{% macro _last_batch_says() %}
    {% do return(
        (
            "columns",
            "partition_by",
            "docs",
            "private",
            "built_with",
            "remembers",
            "batch",
            "publish",
            "file_format",
            "view",
            "if_replaced",
        )
    ) %}
{% endmacro %}
