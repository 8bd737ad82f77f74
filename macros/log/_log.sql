{#-
    The log of a model as a value. Where it is kept, its storage knows: for files, see
    metastore/_log_in.sql.

        relation      the model
        entry         what the catalog has under its name, see _catalog_entry
        is_clone      whether a pointer clone is read by this log
        exists        whether there is a batches table
        is_taken      whether a table that is not daybook's has its name
        checkpoints   [{position, state, held}, ...]: the log begins at the first of them, which
                      is empty and at position 0 as long as no event was deleted
        events        the events after the first checkpoint, each with its position
        has_gaps      whether a state is known at the positions of the checkpoints alone
        state         what all of this adds up to
        shown         the position up to which readers see what it says
        changed_by    what else has changed its rows; none if nothing has
        missing       what it lacks, and what of it can't be read: [text, ...]
        born          the first id of the log: it tells a table that was dropped and made again from the
                      one before
        format        the format in which it is written, see _fields.sql
        properties    {name: text} as they are in the table, or in both copies
        note          what the next flip puts into the text of the view, see _files_write_event

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
            "has_gaps": false,
            "state": state,
            "shown": 0,
            "changed_by": none,
            "missing": [],
            "born": 0,
            "format": daybook._log_format(),
            "properties": {},
            "note": "",
        }
    ) %}
{% endmacro %}
