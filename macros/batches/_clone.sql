{#-
    How a clone is pointed. Its source's log says which state it shows, so that cleaning leaves
    those files; and names both states while the view is being moved.
-#}
{% macro _point_clone(target, source) %}
    {% set log = daybook._log_to_clone(target, source) %}
    {% set node = daybook._node_built_here(log.relation) %}
    {% if not node %}
        {% call daybook.refuse(target) %}
            it clones {{ log.relation }}, which this target does not build (it is deferred, or a
            source), and a clone is written into the log of what it clones: build that here too
            (--select +{{ model.name }}), or leave the clone out (--exclude {{ model.name }})
        {% endcall %}
    {% endif %}
    {% set key = daybook.model_key(target) %}
    {% do daybook._lock_model(
        log.relation,
        daybook._options_of_node(node).lock_hours,
        daybook._holder_of(key),
    ) %}
    {% set own = daybook._recovered_log(log.relation) %}
    {#- A clone of a clone shows what that one shows. -#}
    {% set log = (
        dict(own, shown=daybook._read_log(source).shown)
        if log.is_clone
        else own
    ) %}
    {% set now = log.state %}
    {% set then = daybook._state_at(log, log.shown) %}
    {% set positions = now.clones.get(key, []) %}
    {% set entry = daybook._catalog_entry(target) %}
    {% set is_known = (
        positions == [daybook._position_in(dict(log, entry=entry))]
        and positions[0] >= log.checkpoints[0].position
        and daybook._is_ours(entry, "clone")
    ) %}
    {% set before = daybook._state(log, positions[0]) if is_known else {} %}
    {% if (before.pointer, before.columns) != (then.pointer, then.columns) %}
        {% set shown = dict(
            now,
            pointer=then.pointer,
            private=then.private,
            columns=then.columns,
            view=then.view,
            position=log.shown,
        ) %}
        {% do daybook._move_clone(target, log, key, shown, is_known) %}
    {% endif %}
    {% do daybook._release_lock(log.relation) %}
{% endmacro %}

{% macro _move_clone(target, log, key, state, is_known) %}
    {% set event = {
        "event": "cloning",
        "clone": key,
        "of_position": log.shown,
        "at": daybook._now(),
    } %}
    {% set log = daybook._store(log.relation).write_event(log.relation, log, event) %}
    {% do daybook._write_view(
        target,
        daybook._store(log.relation).view_text(log.relation, state),
        daybook._properties_of_clone(log.relation),
        is_known=is_known,
        locked=log.relation,
    ) %}
    {% do daybook._store(log.relation).write_event(
        log.relation, log, dict(log.events[-1], event="cloned")
    ) %}
    {% do daybook._comment_on(target, "view", "") %}
{% endmacro %}

{% macro _properties_of_clone(source, kind="clone") %}
    {% set key = daybook._encoded(daybook.model_key(source)) %}
    {% do return({"daybook.view": kind, "daybook.source": key}) %}
{% endmacro %}

{#- What the clone's SQL selects from; --empty makes that a subquery. -#}
{% macro _source_of_clone(target, sql) %}
    {% set text = modules.re.sub("(?m:--.*$)|/\\*[\\s\\S]*?\\*/", "", sql) | trim %}
    {% set found = daybook.matched_groups(
        "(?i:select\\s+\\*\\s+from\\s+(?:\\(select \\* from )?([\\w.`]+)"
        ~ "(?: where false limit 0\\)[\\w\\s]*)?)",
        text,
    ) %}
    {% if not found or "." not in found[0] %}
        {% call daybook.refuse(target) %}
            a pointer clone is select * from one batched model, by ref(), and nothing else: put what
            is to be computed into a model that the clone then reads
        {% endcall %}
    {% endif %}
    {% do return(daybook._relation_of(found[0].replace("`", ""))) %}
{% endmacro %}

{#- The log of the source, if it can be cloned; for a clone, the log has an end of its own. -#}
{% macro _log_to_clone(target, source) %}
    {% set log = daybook._read_log(source) %}
    {% set entry = daybook._catalog_entry(target) %}
    {% set cloned = daybook._cloned_key(entry) %}
    {% if entry and entry.type != "VIEW" %}
        {% do daybook._check_rename(target) %}
    {% endif %}
    {% if not daybook._state(log, log.shown).chain %}
        {% call daybook.refuse(target) %}
            it clones {{ source }}, which has no batches: materialize that as batched, and run it
            first
        {% endcall %}
    {% elif cloned not in ("", daybook.model_key(log.relation)) %}
        {% call daybook.refuse(target) %}
            it is a clone of {{ cloned }}, whose files it shows. To make it a clone of
            {{ log.relation }}, run this first: drop view {{ target }}
        {% endcall %}
    {% elif daybook._exists(daybook.batches_table(target)) %}
        {% call daybook.refuse(target) %}
            it has batches of its own, from when it was a batched model: give the clone another
            name, or remove them (dbt run-operation daybook.remove_model)
        {% endcall %}
    {% endif %}
    {% do return(log) %}
{% endmacro %}

{#- dbt's --empty: a clone that exists stays as it is, another one shows no rows. It is a kind of its
    own: the source's log may still say where a clone of that name stood before it was dropped. -#}
{% macro _clone_nothing(target, source, sql) %}
    {% if not daybook._catalog_entry(target) %}
        {% set cloned = daybook._cloned_from(source) or source %}
        {% set properties = daybook._properties_of_clone(cloned, "empty_clone") %}
        {% do daybook._write_view(target, sql, properties) %}
    {% endif %}
{% endmacro %}
