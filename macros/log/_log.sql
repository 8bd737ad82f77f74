{#-
    The log of a model, as its table properties have it.

        daybook.log.000007.0000     an event: {"event": "committed", "batch_id": 1449784608, ...}
        daybook.state.000006.0000   a checkpoint: what the events up to it add up to
        daybook.born                the first id of the log
        daybook.format              the format in which it is written

    It is kept there because concurrent inserts into a Parquet table lose each other's rows, and
    one-row files slow every read; a statement takes some 0.05 s. There are two copies, see
    _two_copies.sql. `born` tells a table that was dropped and made again from the one before.

        relation      the model
        entry         what the catalog has under its name, see _catalog_entry
        is_clone      whether a pointer clone is read by this log
        exists        whether there is a batches table
        is_taken      whether a table that is not daybook's has its name
        checkpoints   [{position, state, held}, ...]: the log begins at the first of them, which
                      is empty and at position 0 as long as no event was deleted
        events        the events after the first checkpoint, each with its position
        state         what all of this adds up to
        shown         the position up to which readers see what it says
        missing       what it lacks, and what of it can't be read: [text, ...]
        born, format
        properties    {name: text} as they are in the table, or in both copies
        note          what the next flip puts into the text of the view, see _write_event

    Nothing in a log is ever changed: what writes an event returns another log.
-#}
{% macro _no_log(relation, entry={}) %}
    {% set state = daybook._fields_in("state") %}
    {% do return(
        {
            "relation": relation,
            "entry": entry,
            "is_clone": false,
            "exists": false,
            "is_taken": false,
            "checkpoints": [{"position": 0, "state": state, "held": {}}],
            "events": [],
            "state": state,
            "shown": 0,
            "missing": [],
            "born": 0,
            "format": daybook._log_format(),
            "properties": {},
            "note": "",
        }
    ) %}
{% endmacro %}

{#- The log with these events. A view that names a later position than the log has shows what the log
    has lost. Before the first flip of this release, a property names it. -#}
{% macro _log_of_events(log, events, missing=[]) %}
    {% set log = dict(log, events=events) %}
    {% set log = dict(log, state=daybook._fold_events(log)) %}
    {% set last, named = daybook._last_complete(log), daybook._position_in(log) %}
    {% if named is none %}
        {% set noted = log.properties.get("daybook.flipped", 0) | int %}
        {% set named = noted if log.format == 1 else last %}
    {% endif %}
    {% if named > last %}
        {% set missing = missing + [daybook._is_missing("event", named)] %}
    {% endif %}
    {% do return(dict(log, shown=[named, last] | min, missing=missing)) %}
{% endmacro %}

{% macro _is_missing(kind, position) %}
    {% do return(kind ~ " " ~ position ~ " is missing or can't be read") %}
{% endmacro %}

{#- The view that holds the other copy, see _two_copies.sql. -#}
{% macro _log_relation(relation) %}
    {% do return(daybook._beside(relation, "__log", "view", apart=true)) %}
{% endmacro %}
