{#-
    A log has two copies: in the properties of the batches table, which what reads the model reads,
    and in those of a view beside the lock.

    Statements such as `alter table ... set tblproperties`, `comment on table` and `msck repair table`
    read all properties of a table, and write all of them back. If one of them ends while a run writes
    the log, the table has the properties again that it had when the statement began: what the run
    has written is lost. But a statement concerns one table. On views, only `alter view ... set
    tblproperties` does this: Spark refuses the others.

    So each event is written into both copies, first into the view, and the holder of the lock reads
    both. Two events are not:

        started               is in the view alone, because nobody reads about it without the lock
        committed, compacted  go into the table alone, and then into the text of the model's own
                              view, in the flip; the next statement that writes the view beside the
                              lock writes them there

        select /* daybook position 7 */ /* daybook event 1795290778 7b22... */ ...

    1795290778 is where the log begins, see `born`. The text also names the last position that it
    shows: this tells whether a copy lacks what was published last.

    _copy_of_log gives the copy in the view beside the lock: {name: text}; {} if there is none.
-#}
{% macro _copy_of_log(relation) %}
    {% set view = daybook._log_relation(relation) %}
    {% do return(
        daybook._properties_in(daybook._catalog_entry(view))
        if daybook._schema_exists(view)
        else {}
    ) %}
{% endmacro %}

{#- The log, with what only the other copy or the model's view has. The copy of a table that was
    dropped does not count. -#}
{% macro _with_copy(log, copy) %}
    {% if not log.exists %} {% do return(log) %} {% endif %}
    {% set is_of_log = copy.get("daybook.born") == log.born | string %}
    {% set both = daybook._both_copies(log.properties, copy if is_of_log else {}) %}
    {% set both = daybook._both_copies(daybook._event_in_view(log), both) %}
    {% do return(
        log
        if both == log.properties
        else daybook._log_in(log.relation, both, log.entry)
    ) %}
{% endmacro %}

{#- A log with all that both copies have: an operation that takes no lock, and a question about the
    past, also need events that no flip has followed. -#}
{% macro _files_whole_log(log) %}
    {% if not log.exists %} {% do return(log) %} {% endif %}
    {% set whole = daybook._with_copy(log, daybook._copy_of_log(log.relation)) %}
    {% set shown = log.shown if log.is_clone else whole.shown %}
    {% do return(dict(whole, is_clone=log.is_clone, shown=shown)) %}
{% endmacro %}

{#- The names of an event's parts that its text no longer has become blanks. -#}
{% macro _both_copies(table, view) %}
    {% set both = dict(table, **view) %}
    {% if both == dict(view, **table) %} {% do return(both) %} {% endif %}
    {% for prefix in ("daybook.log.", "daybook.state.") %}
        {% set of_view = daybook._texts_in(view, prefix) %}
        {% for position, text in daybook._texts_in(table, prefix).items()
            if text != of_view.get(position, text) %}
            {% set is_later = daybook._is_later_text(text, of_view[position]) %}
            {% set name = prefix ~ "%06d." % position %}
            {% for part in both if part.startswith(name) %}
                {% do both.update(
                    {part: (table if is_later else view).get(part, " ")}
                ) %}
            {% endfor %}
        {% endfor %}
    {% endfor %}
    {% do return(both) %}
{% endmacro %}

{#- Which of two texts of one event came later: the other one can't be read, only says what was
    begun, or was dated before. -#}
{% macro _is_later_text(text, other) %}
    {% set event, before = daybook._decoded(text), daybook._decoded(other) %}
    {% set begun = ("started", "cloning", "dropping") %}
    {% if event is not mapping or before is not mapping %}
        {% do return(event is mapping) %}
        {% elif (event.event in begun) != (before.event in begun) %}
        {% do return(before.event in begun) %}
    {% endif %}
    {% do return((event.at or "") > (before.at or "")) %}
{% endmacro %}
