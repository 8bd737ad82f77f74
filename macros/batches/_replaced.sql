{#- The partitions whose published rows a batch takes the place of, or "all". -#}
{% macro _replaced(state, options, plan, partitions, partition_by) %}
    {% if should_full_refresh() and not plan.replaces.where %}
        {% do return("all") %}
    {% endif %}
    {% if options.batch == "append" %}
        {% set where = plan.replaces.where or options.replace_where %}
        {% do return(daybook._matching(state, where, partition_by) if where else []) %}
    {% endif %}
    {% if not partition_by %} {% do return("all") %} {% endif %}
    {% set replaced = partitions | map(attribute="0") | list %}
    {% set window = daybook._restate_window(options, plan, partition_by) %}
    {% if window %}
        {% for partition in daybook._matching(state, window, partition_by)
            if partition not in replaced %}
            {% do replaced.append(partition) %}
        {% endfor %}
    {% endif %}
    {% do return(replaced) %}
{% endmacro %}

{#- The window that a batch replaces as a predicate. A value that a plan has from the data is
    never taken for SQL; one of an option is, in parentheses. -#}
{% macro _restate_window(options, plan, partition_by) %}
    {% set column, type = partition_by[0] %}
    {% set bounds = [] %}
    {% for name, operator in (("from", ">="), ("to", "<=")) %}
        {% set is_planned = name in plan.replaces %}
        {% set value = (
            plan.replaces[name] if is_planned else options["restate_" ~ name]
        ) %}
        {% if value is not none %}
            {% do bounds.append(
                daybook._column(column)
                ~ " "
                ~ operator
                ~ " "
                ~ (
                    "cast(" ~ value ~ " as " ~ type ~ ")"
                    if not is_planned and (value | string).startswith("(")
                    else daybook._literal(value, type)
                )
            ) %}
        {% endif %}
    {% endfor %}
    {% do return(bounds | join(" and ")) %}
{% endmacro %}

{#- The published partitions for which a predicate over partition columns holds. -#}
{% macro _matching(state, predicate, partition_by) %}
    {% set tuples = [] %}
    {% for partition, ids in state.pointer.items() if ids %}
        {% set literals = [] %}
        {% for value in fromjson(partition) %}
            {% do literals.append(
                daybook._literal(value, partition_by[loop.index0][1])
            ) %}
        {% endfor %}
        {% do tuples.append(
            "(" ~ daybook._quoted(partition) ~ ", " ~ literals
            | join(", ") ~ ")"
        ) %}
    {% endfor %}
    {% if not tuples %} {% do return([]) %} {% endif %}
    {% set names = daybook._columns(partition_by | map(attribute="0")) %}
    {% do return(
        daybook._json_rows(
            "select to_json(array(partition_key)) from values " ~ tuples
            | join(", ")
            ~ " as published (partition_key, "
            ~ names
            ~ ") where "
            ~ predicate
        )
        | map("first")
        | list
    ) %}
{% endmacro %}

{#- The partitions of which rows that were published at a position were taken away since. A
    batch that keeps its rows, with their posted_batch_id, takes none away, but may have
    changed them: `rewritten` counts those too. -#}
{% macro _replaced_since(state, position, rewritten=false) %}
    {% set replaced = {} %}
    {% for batch in state.chain
        if batch.position > position
        and not batch.undone
        and (rewritten or not batch.keeps_rows) %}
        {% for partition, since in batch.replaced.items() if since <= position %}
            {% do replaced.update({partition: true}) %}
        {% endfor %}
    {% endfor %}
    {% do return(replaced | list) %}
{% endmacro %}

{#- The same, less those whose batches of that position are all seen again, with none beside
    them but later ones: the pointer was moved back and forth. A compaction stands for the
    batches that it put together. -#}
{% macro _taken_away(log, state, position, rewritten=false) %}
    {% set then = daybook._state_at(log, position) %}
    {% set later = [] %}
    {% for batch in state.chain if batch.position > position and not batch.pointed %}
        {% do later.append(batch.batch_id) %}
    {% endfor %}
    {% set taken = [] %}
    {% for partition in daybook._replaced_since(state, position, rewritten) %}
        {% set before = daybook._uncompacted(
            log, partition, then.pointer.get(partition, []) if then else []
        ) %}
        {% set now = daybook._uncompacted(
            log, partition, state.pointer.get(partition, [])
        ) %}
        {% set gone = before | reject("in", now) | list %}
        {% set come = now | reject("in", before + later) | list %}
        {% if not then or gone or come %} {% do taken.append(partition) %} {% endif %}
    {% endfor %}
    {% do return(taken) %}
{% endmacro %}

{#- The batches of a partition as they were written, as far as the log says what was compacted. -#}
{% macro _uncompacted(log, partition, ids) %}
    {% set written = namespace(ids=ids) %}
    {% for event in log.events | reverse
        if event.event == "compacted" and event.batch_id in written.ids %}
        {% set merged = dict(event.merged).get(partition, []) %}
        {% set written.ids = (
            written.ids | reject("equalto", event.batch_id) | list + merged
        ) %}
    {% endfor %}
    {% do return(written.ids) %}
{% endmacro %}
