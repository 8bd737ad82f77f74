{#-
    The log of a model, read from the table properties of its batches table.

        daybook.log.000007.0000     an event: {"event": "committed", "batch_id": 1449784608, ...}
        daybook.state.000006.0000   a checkpoint: what the events up to it add up to
        daybook.flipped             the position that the view shows
        daybook.born                the first id of the log

    It is kept there because concurrent inserts into a Parquet table lose each other's rows, and
    one-row files slow every read; a statement takes some 0.05 s. Properties are read, changed and
    written as a whole, so only the holder of the lock writes.

    `flipped` is written after the view: whoever reads rows through the view and stops at `flipped`
    never counts as read what was not visible yet. `born` tells a table that was dropped and made
    again from the one before.

        relation      the model
        is_clone      whether a pointer clone is read by this log
        exists        whether there is a batches table
        is_taken      whether a table that is not daybook's has its name
        checkpoints   [{position, state, held}, ...]: the log begins at the first of them, which
                      is empty and at position 0 as long as no event was deleted
        events        the events after the first checkpoint, each with its position
        state         what all of this adds up to
        flipped, born
        properties    {name: text} as they are in the table

    Nothing in a log is ever changed: what writes an event returns another log.
-#}
{% macro _no_log(relation) %}
    {% set state = daybook._empty_state() %}
    {% do return(
        {
            "relation": relation,
            "is_clone": false,
            "exists": false,
            "is_taken": false,
            "checkpoints": [{"position": 0, "state": state, "held": {}}],
            "events": [],
            "state": state,
            "flipped": 0,
            "born": 0,
            "properties": {},
        }
    ) %}
{% endmacro %}

{% macro _read_log(relation) %}
    {% set log = daybook._own_log(relation) %}
    {% if not (log.exists or log.is_taken) and daybook._exists(relation) %}
        {% set entry = daybook._catalog_entry(relation) %}
        {% if daybook._cloned_key(entry) %}
            {% do return(daybook._log_of_clone(relation, entry)) %}
        {% endif %}
    {% endif %}
    {% do return(log) %}
{% endmacro %}

{#- The log of a model that is run: what was a clone before has none. -#}
{% macro _own_log(relation) %}
    {% set batches = daybook._batches_relation(relation) %}
    {% if not daybook._exists(batches) %}
        {% do return(daybook._no_log(relation)) %}
    {% endif %}
    {% set properties = {} %}
    {% for row in run_query("show tblproperties " ~ batches)
        if row[0].startswith("daybook.") %}
        {% do properties.update({row[0]: row[1]}) %}
    {% endfor %}
    {% if "daybook.born" in properties %}
        {% do return(daybook._log_in(relation, properties)) %}
    {% endif %}
    {% do return(dict(daybook._no_log(relation), is_taken=true)) %}
{% endmacro %}

{#- The log that the SQL of a model goes by. A rendering of the run reads each log once. -#}
{% macro _log_of(relation) %}
    {% if daybook._is_rendered_again() %} {% do return(daybook._no_log(relation)) %}
    {% elif model is not defined or not model.daybook_plan %}
        {% do return(
            daybook._own_log(relation)
            if daybook._is_batched_model(relation)
            else daybook._read_log(relation)
        ) %}
    {% endif %}
    {% set logs, key = model.daybook_plan.logs, daybook._key(relation) %}
    {% if key not in logs %}
        {% set log = daybook._read_log(relation) %}
        {% do daybook._refuse_removal(relation, log) %}
        {% do logs.update({key: log}) %}
    {% endif %}
    {% do return(logs[key]) %}
{% endmacro %}

{#- Whether a relation is that of the model which is compiled or run, and which has batches. -#}
{% macro _is_batched_model(relation) %}
    {% do return(
        model is defined
        and model.config.materialized == "batched"
        and daybook._key(relation) == daybook._key(this)
    ) %}
{% endmacro %}

{#- The log that the properties of a batches table hold. -#}
{% macro _log_in(relation, properties) %}
    {% set events = [] %}
    {% for position, text in daybook._texts_in(properties, "daybook.log.").items() %}
        {% set event = daybook._decoded(text) %}
        {% if event is none %}
            {% do daybook._refuse_unreadable(relation, "event " ~ position) %}
        {% endif %}
        {% do events.append(dict(event, position=position)) %}
    {% endfor %}
    {% set log = dict(
        daybook._no_log(relation),
        exists=true,
        checkpoints=daybook._checkpoints_in(relation, properties, events),
        flipped=properties.get("daybook.flipped", 0) | int,
        born=properties.get("daybook.born", 0) | int,
        properties=properties,
    ) %}
    {% do return(daybook._log_of_events(log, events)) %}
{% endmacro %}

{% macro _log_of_events(log, events) %}
    {% set log = dict(log, events=events) %}
    {% do return(dict(log, state=daybook._fold_events(log))) %}
{% endmacro %}

{#- {position: text}, in order; a metastore returns its parts in any order. -#}
{% macro _texts_in(properties, prefix) %}
    {% set parts = {} %}
    {% for name in properties | sort if name.startswith(prefix) %}
        {% set position = name.split(".")[2] | int %}
        {% do parts.setdefault(position, []).append(properties[name] | trim) %}
    {% endfor %}
    {% set texts = {} %}
    {% for position in parts | sort %}
        {% do texts.update({position: parts[position] | join}) %}
    {% endfor %}
    {% do return(texts) %}
{% endmacro %}

{% macro _refuse_unreadable(relation, what) %}
    {% call daybook._refuse(relation) %}
        {{ what }} of its log can't be read: somebody changed it by hand, or it matches
        spark.redaction.regex or spark.sql.redaction.options.regex, so that Spark hides it. See
        show tblproperties {{ daybook._batches_relation(relation) }}
    {% endcall %}
{% endmacro %}
